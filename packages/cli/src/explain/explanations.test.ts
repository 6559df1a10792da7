import { ERRORS, FINDINGS } from "@pd/core";
import { expect, test } from "vitest";
import { EXPLANATIONS, explanationsIn } from "./explanations.js";

test("every error and every finding of pd is explained in the words of its table", () => {
  for (const [kind, table] of [
    ["error", ERRORS],
    ["finding", FINDINGS],
  ] as const) {
    for (const [code, { what, fix }] of Object.entries(table))
      expect(EXPLANATIONS.get(code)).toEqual({ kind, what, fix });
  }
});

test("no code is both an error and a finding with another meaning", () => {
  expect(Object.keys(ERRORS).filter((code) => code in FINDINGS)).toEqual([]);
});

test("what a mount brings along is explained too", () => {
  const what = "Der Mond ist voll.";
  const kind = { code: "mond-voll", what, fix: "Warten.", fault: "host", status: 500 } as const;
  const found = { severity: "info", what, fix: "Warten." } as const;
  const both = explanationsIn([{}, { errors: { "mond-voll": kind }, findings: { "mond-leer": found } }]);
  expect([...both]).toEqual([
    ["mond-voll", { kind: "error", what, fix: "Warten." }],
    ["mond-leer", { kind: "finding", what, fix: "Warten." }],
  ]);
});
