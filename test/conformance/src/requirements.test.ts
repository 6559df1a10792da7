import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promptGroups } from "./cases/prompts.js";
import { skillGroups } from "./cases/skills.js";
import { GROUPS } from "./groups.js";
import { ELSEWHERE, MEASURED, NOT_BUILT, REQUIREMENTS } from "./requirements.js";

const cases = [...GROUPS, ...promptGroups, ...skillGroups].flatMap((group) => group.cases);
const cited = new Set(cases.flatMap(({ cites }) => cites));
const repository = join(import.meta.dirname, "..", "..", "..");

const others: readonly string[] = [...NOT_BUILT, ...[...MEASURED, ...ELSEWHERE].map(([id]) => id)];
const proven = REQUIREMENTS.filter((id) => !others.includes(id));

test.each(proven)("%s is cited by a case", (id) => {
  expect(cited).toContain(id);
});

test.each(MEASURED)("%s is measured by npm run bench -- %s", (_, program, figures) => {
  const read = (name: string) => readFileSync(join(repository, "benchmarks", "src", `${name}.ts`), "utf8");
  expect(read("all")).toContain(`name: "${program}"`);
  for (const figure of figures) expect(read(program)).toMatch(figure);
});

test.each(ELSEWHERE)("%s is cited by %s", (id, file) => {
  expect(readFileSync(join(repository, file), "utf8")).toContain(id);
});

test("docs/rules.md holds each rule once, and its list of rules that are not built only becomes shorter", () => {
  expect(REQUIREMENTS.length).toBeGreaterThan(60);
  expect(new Set(REQUIREMENTS).size).toBe(REQUIREMENTS.length);
  expect(NOT_BUILT.filter((id) => !REQUIREMENTS.includes(id))).toEqual([]);
  // A rule that was built leaves the list, and this number goes down with it. It never goes up.
  expect(NOT_BUILT).toHaveLength(0);
});

test("cases cite rules that exist, each case has a name of its own, and there are at least 200", () => {
  expect([...cited].filter((id) => !REQUIREMENTS.includes(id))).toEqual([]);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(GROUPS.flatMap((group) => group.cases).length).toBeGreaterThanOrEqual(200);
});
