import { ERROR_EXPLANATIONS } from "./error-explanations.js";
import { FINDING_EXPLANATIONS } from "./finding-explanations.js";

export interface Explanation {
  readonly kind: "error" | "finding";
  readonly what: string;
  readonly fix: string;
}

/** Everything that pd gives a code to. */
export const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map([
  ...entriesOf("error", Object.entries(ERROR_EXPLANATIONS)),
  [
    "internal",
    {
      kind: "error" as const,
      what: "Something went wrong that pd did not foresee: a fault of pd, or of a tool.",
      fix: "Run it again with --verbose, and report what it says.",
    },
  ],
  ...entriesOf("finding", FINDING_EXPLANATIONS),
]);

type Rows = readonly (readonly [string, readonly [string, string]])[];

function entriesOf(kind: Explanation["kind"], rows: Rows): readonly (readonly [string, Explanation])[] {
  return rows.map(([code, [what, fix]]) => [code, { kind, what, fix }]);
}
