import fc from "fast-check";

// The same cases on every machine: a check that fails here fails everywhere, and one that passed stays passed until
// somebody changes the code. `PD_PROPERTY_SEED=random` (or a number) goes looking elsewhere.
const asked = process.env["PD_PROPERTY_SEED"] ?? "1";
// Making a counterexample smaller may take hours where a case is dear: a long run names the case that failed, and a short one shrinks it.
const LONG = 1000;
fc.configureGlobal({
  ...(asked === "random" ? {} : { seed: Number(asked) }),
  endOnFailure: Number(process.env["PD_PROPERTY_RUNS"] ?? 0) > LONG,
});

/** How many cases a property is tried on: 200 in `npm test`, 10,000 in `.ci/run`, fewer while working on one. */
export function propertyRuns(share = 1): number {
  const runs = Number(process.env["PD_PROPERTY_RUNS"] ?? 200);
  return Math.max(1, Math.round(runs * share));
}
