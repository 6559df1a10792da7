// An MCP server with a folder of notes and skills, over stdio: what a client's configuration starts.
// Run it in this folder: npx tsx mcp-server.ts     or put that command into the configuration of Claude Code, Cursor, VS Code …
import { fileURLToPath } from "node:url";
import { openVault } from "@pd/core/vault";
import { createMcpServer, serveStdio } from "@pd/mcp";
import { SkillManager, skillMount, skillPort } from "@pd/skills";

const root = fileURLToPath(new URL("..", import.meta.url));
const vault = await openVault(`${root}/docs`, { cache: false });
const skills = new SkillManager({ projectDir: root, personalDir: false });
await skills.discover();

// Tools for every client, and the skills themselves for those whose protocol has them.
const server = createMcpServer({ mounts: [{ content: vault }, { ...skillMount(skills), skills: skillPort(skills) }] });
await serveStdio(server);

await server.close();
skills.close();
await vault.close();
