import { fileURLToPath } from "node:url";
import type { ExitCode, Program, ProgramPart } from "@pd/cli";
import type { MountSkills } from "@pd/mcp/program";
import manifest from "../package.json" with { type: "json" };
import { foldersAsWords } from "./folders-as-words.js";
import { configuredMounts, servedMounts } from "./mounts.js";

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The program with every part. Each is loaded when it is called: `pd query` needs neither the SDK of MCP nor a web server. */
export const program: Program = {
  version: manifest.version,
  addMounts: configuredMounts,
  parts: [
    {
      name: "skill",
      heading: "Read",
      summary: "Agent Skills: list, show, cost, route, collide, lint, test, init, lock, verify, pack",
      async mount() {
        const { SKILL_ERRORS, SKILL_FINDINGS, skillCommands } = await import("@pd/skills");
        return { commands: skillCommands(), codes: { errors: SKILL_ERRORS, findings: SKILL_FINDINGS } };
      },
    },
    postgresPart("sync", "Serve", "Copy a folder of notes into PostgreSQL; what did not change is not written"),
    postgresPart("compact", "Serve", "Write the index of a graph in PostgreSQL, so that servers start faster"),
    postgresPart("migrate", "Serve", "Make or update the tables of pd in PostgreSQL"),
    {
      name: "mcp",
      heading: "Serve",
      summary:
        "Serve notes, or with --skills Agent Skills, to an agent over MCP; pd mcp config prints the lines for your client",
      async start(args) {
        const { runMcpProgram } = await import("@pd/mcp/program");
        const launch = [beside("./bin.js"), "mcp"];
        const skills: MountSkills = async (options) => (await import("@pd/skills")).skillServer(options);
        return (await runMcpProgram(foldersAsWords(args), {
          name: "pd mcp",
          launch,
          addMounts: servedMounts,
          skills,
        })) as ExitCode;
      },
    },
    {
      name: "serve",
      heading: "Serve",
      summary: "Serve notes over HTTP, with OpenAPI",
      async start(args) {
        const { runHttpProgram } = await import("@pd/http/program");
        return (await runHttpProgram(foldersAsWords(args), { name: "pd serve", addMounts: servedMounts })) as ExitCode;
      },
    },
    {
      name: "studio",
      heading: "Serve",
      summary: "Open a page that shows what an agent has seen of your notes",
      async start(args) {
        const { runStudio } = await import("@pd/studio/program");
        return (await runStudio(foldersAsWords(args), {
          name: "pd studio",
          page: beside("./studio"),
          addMounts: configuredMounts,
        })) as ExitCode;
      },
    },
  ],
};

/** A command of the database; its code is loaded when it is asked for. */
function postgresPart(name: string, heading: ProgramPart["heading"], summary: string): ProgramPart {
  return {
    name,
    heading,
    summary,
    async mount() {
      const { POSTGRES_ERRORS, postgresCommands } = await import("@pd/postgres");
      const commands = postgresCommands().filter((command) => command.name === name);
      return { commands, codes: { errors: POSTGRES_ERRORS } };
    },
  };
}
