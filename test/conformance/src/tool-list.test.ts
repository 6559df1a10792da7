import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mount, o200k } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { createMcpServer, toolCosts } from "@pd/mcp";
import { SkillManager, skillMount } from "@pd/skills";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "pd-tool-list-"));
mkdirSync(join(folder, "größe"), { recursive: true });
writeFileSync(join(folder, "größe", "SKILL.md"), "---\nname: size\ndescription: Measures things.\n---\nMeasure.\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vault = (id?: string) => ({ content: createMemoryContent(ENFORCEMENT_NODES, id) });
const skills = skillMount(new SkillManager({ projectDir: folder, personalDir: false }));
const { tools } = createMcpServer({ mounts: [vault(), skills] });

async function costOf(mounts: readonly Mount[]): Promise<number> {
  await o200k.load();
  return toolCosts(createMcpServer({ mounts }).tools, o200k).reduce((total, { tokens }) => total + tokens, 0);
}

test("R6.3 the tool list costs a model at most 1,100 tokens on every turn, 1,700 with skills", async () => {
  expect(await costOf([vault()])).toBeLessThanOrEqual(1100);
  expect(await costOf([vault(), skills])).toBeLessThanOrEqual(1700);
});

test.each(["docs/doors/mcp.md", "packages/mcp/README.md"])("%s says what the tools really cost", async (path) => {
  const page = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const one = await costOf([vault()]);
  for (const figure of [one, await costOf([vault(), skills]), (await costOf([vault("a"), vault("b")])) - one])
    expect(page).toMatch(new RegExp(`(?<![\\d,])${figure.toLocaleString("en")}(?![\\d,]*\\d)`, "u"));
});

test("R6.3 every parameter of every tool is described, those of skills too", () => {
  const described = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema["properties"] as Readonly<Record<string, { readonly description?: string }>>).map(
      ([field, { description = "" }]) => ({ field: `${name}.${field}`, isDescribed: /\w/u.test(description) }),
    ),
  );
  expect(described.length).toBeGreaterThan(30);
  expect(described.filter(({ isDescribed }) => !isDescribed)).toEqual([]);
});

test("a vault and skills are one vault to choose from: skills have tools of their own", () => {
  expect(JSON.stringify(tools)).not.toContain("graphId");
});
