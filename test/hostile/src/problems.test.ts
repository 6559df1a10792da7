import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineTool, operationInput } from "@pd/core";
import { openVault, type Vault } from "@pd/core/vault";
import { createHttpApp, type HttpApp } from "@pd/http";
import { createHttpHandler, createMcpServer, type HttpHandler } from "@pd/mcp";
import { SkillManager, skillMount } from "@pd/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHostilePlace } from "./place.js";
import { expectHarmless } from "./promises.js";

const place = makeHostilePlace();
let vault: Vault;
let http: HttpApp;
let mcp: HttpHandler;

/** A host's own tool that fails as the system does: with the whole path in the message. */
const failing = defineTool({
  name: "read_own_file",
  description: "Reads a file of its own.",
  input: operationInput({}),
  readOnly: true,
  call: async () => readFileSync(join(place.root, "nicht da", "geheim.txt"), "utf8"),
});

beforeAll(async () => {
  vault = await openVault(place.vault, { cache: false });
  await vault.ready();
  const manager = new SkillManager({ projectDir: place.skills, personalDir: false });
  await manager.discover();
  const mounts = [{ content: vault, tools: [failing] }, skillMount(manager)];
  http = createHttpApp({ mounts });
  mcp = createHttpHandler(createMcpServer({ mounts }));
});
afterAll(async () => {
  await vault.close();
  place.remove();
});

/** Files that cannot be read any more after they were found, each in another way. */
const DAMAGES: readonly (readonly [string, () => void])[] = [
  ["as they were", () => undefined],
  ["files that became folders", () => forEachFile(makeFolder)],
  ["files that are gone", () => forEachFile((path) => rmSync(path, { recursive: true }))],
  ["folders that are gone", () => moveAway("vault", "skills")],
];

function makeFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function forEachFile(damage: (path: string) => void): void {
  for (const path of [
    "vault/alpha.md",
    "vault/folder/gamma.md",
    "skills/pdf/SKILL.md",
    "skills/pdf/references/fields.md",
  ])
    damage(join(place.root, path));
}

function moveAway(...names: readonly string[]): void {
  for (const name of names) renameSync(join(place.root, name), join(place.root, `${name} weg`));
}

const CALLS: readonly (readonly [string, object])[] = [
  ["scan", {}],
  ["context", { query: "alpha", format: "text" }],
  ["node", { nodes: ["Alpha", "Gamma"], level: 4 }],
  ["node", { nodes: "Alpha", level: 3, session: "new" }],
  ["traverse", { start: "Alpha" }],
  ["stats", {}],
  ["read_own_file", {}],
  ["skill", { name: "pdf" }],
  ["read_skill_file", { skill: "pdf", path: "references/fields.md" }],
  ["read_skill_file", { skill: "pdf", path: "../../outside.md" }],
];

describe.each(DAMAGES)("no problem and no answer names a folder of this machine: %s", (_, damage) => {
  beforeAll(damage);

  test.each(CALLS)("%s %j", async (tool, input) => {
    const isOperation = ["scan", "context", "node", "traverse", "stats"].includes(tool);
    const path = isOperation ? `/api/skillgraph/${tool}` : `/api/tools/${tool}`;
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const asked = tool === "stats" ? {} : { method: "POST", body: JSON.stringify(input), headers };
    const overHttp = await (await http.fetch(new Request(`http://localhost${path}`, asked))).text();
    const params = { name: tool, arguments: input };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const overMcp = await (await mcp(new Request("http://localhost/mcp", { method: "POST", headers, body }))).text();
    for (const said of [overHttp, overMcp]) {
      expect(said).not.toBe("");
      // A skill that is invoked says where it lies: its scripts are run there.
      if (said.includes("Base directory for this skill")) continue;
      expect(said).not.toContain(place.root);
      expect(said).not.toContain(dirname(place.root));
      if (tool === "read_own_file") expect(said).not.toContain("geheim");
      expectHarmless(said, { opens: true });
    }
  });

  test("resources", async () => {
    const ask = async (uri: string) => {
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } });
      return (await mcp(new Request("http://localhost/mcp", { method: "POST", headers, body }))).text();
    };
    for (const uri of ["pd://vault/note:alpha?level=4", "skill://pdf/SKILL.md", "skill://pdf/references/fields.md"])
      expect(await ask(uri)).not.toContain(place.root);
  });
});
