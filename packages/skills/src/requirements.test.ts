import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Seed 002's functional requirements and success criteria. */
const NUMBERS = [
  ...Array.from({ length: 20 }, (_, index) => `FR-${String(index + 1).padStart(3, "0")}`),
  ...Array.from({ length: 10 }, (_, index) => `SC-${String(index + 1).padStart(3, "0")}`),
];

/** These promise times and sizes: a benchmark has the pass line, a test the mechanism. */
const MEASURED = ["FR-002", "FR-008", "SC-001", "SC-002", "SC-003", "SC-004", "SC-005"];

const here = new URL("./", import.meta.url);
const benchmarks = new URL("../../../benchmarks/src/", import.meta.url);

/** What the names of tests say: the first text in each call of `test` and `describe`. */
const tests = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts") && name !== "requirements.test.ts")
  .flatMap(
    (name) =>
      readFileSync(new URL(name, here), "utf8").match(
        /\b(?:test|describe)(?:\.each)?\([\s\S]{0,600}?(?:=>|function)/gu,
      ) ?? [],
  )
  .join("\n");
const measured = readdirSync(benchmarks)
  .filter((name) => name.startsWith("skills"))
  .map((name) => readFileSync(new URL(name, benchmarks), "utf8"))
  .join("\n");

test.each(NUMBERS)("%s is cited by a test", (number) => {
  expect(tests).toContain(number);
});

test.each(MEASURED)("%s is cited by a benchmark with a pass line", (number) => {
  expect(measured).toContain(number);
});
