import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";

const folder = import.meta.dirname;
const programs = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

/** As a reader would run it, but without their keys. */
async function run(program: string): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const options = { cwd: folder, env: { PATH, HOME }, timeout: 600_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], options);
  return stdout;
}

describe("each example", () => {
  test.each(programs)("%s is under 40 lines and says what it shows", (program) => {
    const lines = readFileSync(`${folder}/${program}`, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeLessThan(40);
    expect(lines[0]).toMatch(/^\/\/ [A-Z]/);
    if (program !== "mock-model.ts") expect(lines[1]).toContain(`npx tsx ${program}`);
  });

  test.each(programs)("%s is in the README", (program) => {
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain(program);
  });
});

describe("each agent of an SDK", () => {
  const files = readdirSync(`${folder}/agents`, { recursive: true, encoding: "utf8" });
  const agents = files.filter((file) => file.endsWith(".ts")).map((file) => file.replaceAll("\\", "/"));

  test.each(agents)("%s has at most 30 lines, says what it shows, and is in the README", (program) => {
    const lines = readFileSync(`${folder}/agents/${program}`, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines[0]).toMatch(/^\/\/ A folder of notes/);
    expect(lines[1]).toContain(`npx tsx ${basename(program)}`);
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain(`agents/${program}`);
  });
});

describe("run with tsx", () => {
  test("vault-in-five-lines: a pack within its budget", async () => {
    const said = await run("vault-in-five-lines.ts");
    expect(said).toMatch(/^## \S+\.md.*\n@\d+/m);
    expect(Number(/^(\d+) of 500 tokens$/m.exec(said)?.[1])).toBeLessThanOrEqual(500);
  });

  test.each(["skills-ai-sdk.ts", "skills-langchain.ts"])(
    "%s: the agent opens a skill, and answers",
    async (program) => {
      const said = await run(program);
      expect(said).toContain("One idea a note.");
      expect(said.trimEnd().split("\n").at(-1)).toMatch(/First, see what there is\.$/);
    },
  );

  test("prompt-sections: closed costs less than open, and the model opens", async () => {
    const said = await run("prompt-sections.ts");
    const [closed = 0, open = 0] = [...said.matchAll(/(\d+) tokens/g)].map(([, tokens]) => Number(tokens));
    expect(closed).toBeGreaterThan(0);
    expect(open).toBeGreaterThan(2 * closed);
    expect(said).toContain("Sie haben drei Nachrichten. (2 requests)");
  });

  test("http-service: refused without the token, answered with it", async () => {
    const said = await run("http-service.ts");
    expect(said).toContain("without the token: token-refused");
    expect(said).toMatch(/1 concept:budgets \d+ tokens to open/);
    expect(said).toMatch(/with it: \d+ tokens, session kept/);
  });

  test("mcp-server: notes and skills for a client", async () => {
    const client = new Client({ name: "examples", version: "0.0.0" });
    const args = ["--import", "tsx", "mcp-server.ts"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: "ignore" }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["search", "node", "context", "skill"]));
      const opened = await client.callTool({ name: "skill", arguments: { name: "write-a-note" } });
      expect(JSON.stringify(opened)).toContain("One idea a note.");
    } finally {
      await client.close();
    }
  });
});
