import { expect } from "vitest";

/** Stands in files beside what is served: if it is in an output, something got out. */
export const OUTSIDE = "CANARY-OUTSIDE";
/** Stands in bodies: only level 4 may show it. */
export const BODY = "CANARY-BODY";

/** A ceiling for safety, not a figure of speed (R7.3). */
export const CPU_MILLISECONDS = 250;

/** What holds of every output to every case. */
export function expectHarmless(output: string, { opens = false } = {}): void {
  expect(output).not.toContain(OUTSIDE);
  if (!opens) expect(output).not.toContain(BODY);
  expect(output).not.toMatch(/\n\s+at .*:\d+/u);
  expect(output).not.toMatch(/\\n\s+at .*:\d+/u);
  expectUnpolluted();
}

export function expectUnpolluted(): void {
  const plain: Readonly<Record<string, unknown>> = {};
  expect(plain["polluted"]).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Runs it, and again where it took too long: code that runs for the first time costs more, and so does a machine that others use. */
export async function withinCeiling<Result>(work: () => Promise<Result>, cpu: () => number = ownCpu): Promise<Result> {
  let spent = Number.POSITIVE_INFINITY;
  let result: Result | undefined;
  for (let attempt = 0; attempt < 4 && spent > CPU_MILLISECONDS; attempt += 1) {
    const before = cpu();
    result = await work();
    spent = cpu() - before;
  }
  expect(spent).toBeLessThanOrEqual(CPU_MILLISECONDS);
  return result as Result;
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
