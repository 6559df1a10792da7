import { type CodeTables, ERRORS, FINDINGS } from "@pd/core";

export interface Explanation {
  readonly kind: "error" | "finding";
  readonly what: string;
  readonly fix: string;
}

const INTERNAL = {
  what: "Something went wrong that pd did not foresee: a fault of pd, or of a tool.",
  fix: "Run it again with --verbose, and report what it says.",
};

/** The codes of pd by itself. Packages that a configuration mounts have more. */
export const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map([
  ...entriesOf("error", { ...ERRORS, internal: INTERNAL }),
  ...entriesOf("finding", FINDINGS),
]);

/** The codes that mounts bring along. */
export function explanationsIn(tables: readonly CodeTables[]): ReadonlyMap<string, Explanation> {
  return new Map(
    tables.flatMap(({ errors = {}, findings = {} }) => [
      ...entriesOf("error", errors),
      ...entriesOf("finding", findings),
    ]),
  );
}

type Meaning = Pick<Explanation, "what" | "fix">;

function entriesOf(
  kind: Explanation["kind"],
  meanings: Readonly<Record<string, Meaning>>,
): readonly (readonly [string, Explanation])[] {
  return Object.entries(meanings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { what, fix }]) => [code, { kind, what: String(what), fix: String(fix) }]);
}
