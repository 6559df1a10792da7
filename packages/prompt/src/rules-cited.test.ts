import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What this package promises, by number. A rule that no test cites fails here. */
const RULES = ["R1.2", "R4.1", "R4.2", "R4.3", "R4.4", "R4.5", "R4.6", "R4.7", "R4.8", "R4.9", "R6.5", "R6.7"];

/** The examples and edge cases of the seeds, by the words of the test that has them. */
const CASES = [
  "seed 001, section configuration",
  "seed 001, basic progressive disclosure",
  "seed 001, content-only section with filesystem",
  "seed 001, tool-bearing section",
  "seed 004, integration",
  "section skipping, as seed 001 has it",
  "open_sections is there only while something is summarised",
  "a mixed request raises for all of it and writes nothing",
  "without a file system it says so",
  "a section that cannot be rendered is a failure with its reason, and none is written",
  "tools are looked for in the whole subtree",
  "opening again overwrites",
  "then it is already expanded",
];

const own = "rules-cited.test.ts";
const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && file !== own)
  .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
  .join("\n");

test.each(RULES)("%s is cited by a test", (rule) => {
  expect(tests).toMatch(new RegExp(`${rule.replace(".", "\\.")}(?!\\d)`));
});

test.each(CASES)("there is a test for: %s", (words) => {
  expect(tests).toContain(words);
});
