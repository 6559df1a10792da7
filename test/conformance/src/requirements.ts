/** How many rules each part of RULES.md has. */
const RULES = { R1: 7, R2: 10, R3: 9, R4: 9, R5: 13, R6: 7, R7: 3 } as const;

export type RequirementId = `${keyof typeof RULES}.${number}`;

/** Every rule by its number. */
export const REQUIREMENTS: readonly RequirementId[] = Object.entries(RULES).flatMap(([part, rules]) =>
  Array.from({ length: rules }, (_, at): RequirementId => `${part as keyof typeof RULES}.${at + 1}`),
);

/** Rules about times and sizes: no answer shows them. A program measures them, and says against what. */
export const MEASURED: readonly (readonly [id: RequirementId, program: string, figures: readonly RegExp[]])[] = [
  ["R7.2", "load", [/\["warm", "stat"\], "stat of all files", 2/u, /what: `memory.*atMost/u]],
  ["R7.2", "search", [/unit: "× faster",\s+against: "MiniSearch"/u]],
];
