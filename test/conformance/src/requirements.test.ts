import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promptGroups } from "./cases/prompts.js";
import { skillGroups } from "./cases/skills.js";
import { GROUPS } from "./groups.js";
import { MEASURED, REQUIREMENTS } from "./requirements.js";

const cases = [...GROUPS, ...promptGroups, ...skillGroups].flatMap((group) => group.cases);
const cited = new Set(cases.flatMap(({ cites }) => cites));
const repository = join(import.meta.dirname, "..", "..", "..");

test.each(REQUIREMENTS.filter((id) => !MEASURED.some(([measured]) => measured === id)))(
  "%s is cited by a case",
  (id) => {
    expect(cited).toContain(id);
  },
);

test.each(MEASURED)("%s is measured by npm run bench -- %s", (_, program, figures) => {
  const read = (name: string) => readFileSync(join(repository, "benchmarks", "src", `${name}.ts`), "utf8");
  expect(read("all")).toContain(`name: "${program}"`);
  for (const figure of figures) expect(read(program)).toMatch(figure);
});

test("cases cite rules that exist, each case has a name of its own, and there are at least 200", () => {
  expect([...cited].filter((id) => !REQUIREMENTS.includes(id))).toEqual([]);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(GROUPS.flatMap((group) => group.cases).length).toBeGreaterThanOrEqual(200);
});
