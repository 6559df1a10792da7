import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Place, place, written } from "./testing/spawn-pd.js";

const FILES = {
  "docs/größe.md": "---\nname: Größe\ndescription: Wie groß etwas ist.\n---\n\n# Größe\n",
  "prompts/hilfe/1-task.md": "Hilf bei ${frage}.",
  "prompts/hilfe/2-refunds.md": "---\nsummary: Wann es Geld zurück gibt.\nvisibility: summary\n---\nBinnen 30 Tagen.",
  "fähigkeiten/forms/SKILL.md": "---\nname: forms\ndescription: Füllt Formulare aus.\n---\n\n# Forms\n\nFill.\n",
};
const CONFIG = JSON.stringify({ vaults: ["docs"], skills: ["fähigkeiten"], prompts: ["prompts/hilfe"] });
const CONFIGURED = { ...FILES, "pd.config.json": CONFIG };

/** What an MCP server answers to one request after the first. */
async function asked(start: Place["start"], args: readonly string[], method: string, params: object = {}) {
  const child = start(["mcp", ...args]);
  const clientInfo = { name: "test", version: "1" };
  const first = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const requests = [
    { id: 1, method: "initialize", params: first },
    { method: "notifications/initialized" },
    { id: 2, method, params },
  ];
  for (const request of requests) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
  const [line] = await written(child.stdout, /^\{.*"id":2.*\}$/mu);
  child.stdin.end();
  return JSON.parse(line).result;
}

async function toolNames(start: Place["start"], ...args: readonly string[]): Promise<readonly string[]> {
  const { tools } = await asked(start, args, "tools/list");
  return tools.map(({ name }: { readonly name: string }) => name);
}

describe("a configuration names prompts and skills", () => {
  test("pd reads sections, finds skills, and says what is in force", () => {
    const { pd } = place(CONFIGURED);
    const { nodes } = JSON.parse(pd(["scan", "--graph", "hilfe", "--json"]).stdout);
    expect(nodes).toMatchObject([{ name: "Task" }, { name: "Refunds", description: "Wann es Geld zurück gibt." }]);
    expect(pd(["read-section", "task"]).stdout).toContain("Hilf bei ${frage}.");
    expect(pd(["skill", "show", "forms"]).stdout).toContain("Fill.");
    expect(JSON.parse(pd(["skill", "list", "--json"]).stdout).nodes).toMatchObject([{ id: "skill:forms" }]);
    expect(pd(["config"]).stdout).toMatch(/^prompts +\S+prompts\/hilfe +\(pd\.config\.json\)$/mu);
    expect(pd(["scan"]).stdout).toContain("Größe");
    expect(pd(["explain", "expansion-required"]).code).toBe(0);
  });

  test("pd mcp serves both, the prompt as a prompt too", async () => {
    const { start } = place(CONFIGURED);
    const names = await toolNames(start);
    expect(names).toEqual(expect.arrayContaining(["scan", "skill", "search_skills", "read_section"]));
    const { prompts } = await asked(start, [], "prompts/list");
    expect(prompts).toContainEqual(expect.objectContaining({ name: "hilfe" }));
    const given = { name: "hilfe", arguments: { frage: "allem" } };
    expect(JSON.stringify(await asked(start, [], "prompts/get", given))).toContain("Hilf bei allem.");
  });

  test("pd serve serves both", async () => {
    const child = place(CONFIGURED).start(["serve", "--port", "0"]);
    const [, url = ""] = await written(child.stderr, /^pd serve: (http:\S+),/mu);
    const post = (path: string, body: object) =>
      fetch(`${url}/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const scanned = await (await post("skillgraph/scan", { graphId: "hilfe" })).json();
    expect(scanned).toMatchObject({ nodes: [{ name: "Task" }, { name: "Refunds" }] });
    expect(await (await post("tools/skill", { name: "forms" })).text()).toContain("Fill.");
  });

  test("a folder that is not there is said of the configuration", () => {
    const { pd } = place({ "pd.config.json": '{"prompts": ["weg"]}' });
    expect(pd(["scan"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/The skills, prompts and databases .*weg/su),
    });
  });
});

describe("without a word of the configuration", () => {
  const skill = FILES["fähigkeiten/forms/SKILL.md"];

  test.each([
    ["in .claude/skills", { ...FILES, "docs/.claude/skills/forms/SKILL.md": skill }, "docs"],
    ["in .agents/skills", { ...FILES, "docs/.agents/skills/forms/SKILL.md": skill }, "docs"],
    ["in a folder of skills", FILES, "fähigkeiten"],
    ["in the folder of one skill", FILES, "fähigkeiten/forms"],
  ])("a server offers the skills that lie %s", async (_, files, folder) => {
    expect(await toolNames(place(files).start, folder)).toContain("skill");
  });

  test("a folder without skills costs nothing more, and neither does one whose configuration wants none", async () => {
    expect(await toolNames(place(FILES).start, "docs")).not.toContain("skill");
    const none = place({ ".claude/skills/forms/SKILL.md": skill, "pd.config.json": '{"skills": []}' });
    expect(await toolNames(none.start)).not.toContain("skill");
  });

  test("R6.4a a link to skills elsewhere is not followed", async () => {
    const { folder, start } = place({ ...FILES, "docs/.claude/x.md": "" });
    symlinkSync(join(folder, "fähigkeiten"), join(folder, "docs/.claude/skills"));
    expect(await toolNames(start, "docs")).not.toContain("skill");
  });
});
