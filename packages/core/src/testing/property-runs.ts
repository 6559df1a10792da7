/** How many cases a property is tried on: 1,000 in `npm test`, 10,000 in `.ci/run`, fewer while working on one. */
export function propertyRuns(share = 1): number {
  const asked = Number(process.env["PD_PROPERTY_RUNS"] ?? 1000);
  return Math.max(1, Math.round(asked * share));
}
