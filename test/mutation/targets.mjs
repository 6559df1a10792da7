/** What is broken, and the tests that should notice: those of the same thing, so that a run takes minutes. */
export const TARGETS = [
  {
    package: "core",
    parts: { gate: ["src/gate/gate.ts"], levels: ["src/gate/allowed-levels.ts"] },
    tests: ["src/gate/gate.test.ts", "src/gate/gate-frame.test.ts", "src/testing/enforcement-cases.test.ts"],
  },
  {
    package: "core",
    parts: {
      admission: ["src/gate/admission.ts"],
      opening: ["src/gate/opening.ts"],
      filling: ["src/gate/filling.ts"],
      packing: ["src/gate/packing.ts"],
      tally: ["src/gate/tally.ts"],
    },
    tests: [
      "src/gate/{admission,opening,filling,packing,tally,gate,gate-frame}.test.ts",
      "src/testing/enforcement-cases.test.ts",
    ],
  },
  {
    package: "core",
    parts: { budget: ["src/gate/budget.ts"], ledger: ["src/sessions/ledger.ts"] },
    tests: ["src/gate/budget.test.ts", "src/sessions/ledger.test.ts", "src/ports/session.test.ts"],
  },
  {
    package: "core",
    parts: { "contained path": ["src/files/contained-path.ts"] },
    tests: ["src/files/contained-path.test.ts"],
  },
  {
    package: "prompt",
    parts: { "section keys": ["src/section/section-key.ts"] },
    tests: ["src/section/section-key.test.ts"],
  },
];

/** Of what is broken, so much has to be noticed. */
export const LEAST_PERCENT = 85;
