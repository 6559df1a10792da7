/** What is broken, and the tests that should notice: those of the same thing, so that a run takes minutes. */
export const TARGETS = [
  {
    package: "core",
    parts: { gate: ["src/gate.ts"], settling: ["src/settle.ts"] },
    tests: ["src/gate.test.ts", "src/gate-frame.test.ts", "src/testing/enforcement-cases.test.ts"],
  },
  {
    package: "core",
    parts: {
      admission: ["src/admission.ts"],
      opening: ["src/opening.ts"],
      filling: ["src/filling.ts"],
      packing: ["src/packing.ts"],
      tally: ["src/tally.ts"],
    },
    tests: [
      "src/{admission,opening,filling,packing,tally,gate,gate-frame}.test.ts",
      "src/testing/enforcement-cases.test.ts",
    ],
  },
  {
    package: "core",
    parts: { budget: ["src/budget.ts"], ledger: ["src/ledger.ts"] },
    tests: ["src/budget.test.ts", "src/ledger.test.ts", "src/session.test.ts"],
  },
  {
    package: "core",
    parts: { "contained path": ["src/node/contained-path.ts"] },
    tests: ["src/node/contained-path.test.ts"],
  },
  {
    package: "prompt",
    parts: { "section keys": ["src/section-key.ts"] },
    tests: ["src/section-key.test.ts"],
  },
];

/** Of what is broken, so much has to be noticed. */
export const LEAST_PERCENT = 85;
