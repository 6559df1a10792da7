import { readFileSync } from "node:fs";
import { join } from "node:path";

export type RequirementId = `R${number}.${number}${"" | "a"}`;

const repository = join(import.meta.dirname, "..", "..", "..");
const page = readFileSync(join(repository, "docs", "rules.md"), "utf8");
const OPEN_HEADING = "## 9. Rules that are not built yet";
const [rules = "", open = ""] = page.split(OPEN_HEADING);

/** Every rule of docs/rules.md by its number, as the page has them. */
export const REQUIREMENTS: readonly RequirementId[] = [...rules.matchAll(/^- \*\*(R\d+\.\d+a?)\b/gmu)].map(
  ([, id]) => id as RequirementId,
);

/** Rules that the page says are not built yet, or not in the form that it gives. */
export const NOT_BUILT: readonly RequirementId[] = [...open.matchAll(/^\| (R\d+\.\d+a?) \|/gmu)].map(
  ([, id]) => id as RequirementId,
);

/** Rules about times and sizes: no answer shows them. A program measures them, and says against what. */
export const MEASURED: readonly (readonly [id: RequirementId, program: string, figures: readonly RegExp[]])[] = [
  ["R7.2", "load", [/\["warm", "stat"\], "stat of all files", WARM_AIM/u, /what: `memory.*atMost/u]],
  ["R7.2", "search", [/unit: "× faster",\s+against: "MiniSearch"/u]],
];

/** Rules that need a machine prepared for them: a test of another suite has their number in its title. */
export const ELSEWHERE: readonly (readonly [id: RequirementId, file: string])[] = [
  ["R6.4a", "test/hostile/src/configurations.test.ts"],
];
