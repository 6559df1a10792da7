import type { SessionLogEntry } from "@pd/core";
import { spendingOf } from "../../state/spending.js";

/** Tokens spent after none, one, two… calls. */
export function cumulative(entries: readonly SessionLogEntry[]): readonly number[] {
  const sums = [0];
  for (const entry of entries) sums.push((sums.at(-1) ?? 0) + spendingOf(entry).used);
  return sums;
}

/** Columns of the same length, as a chart takes them: calls, the first session, the one beside it. */
export function chartColumns(
  first: readonly SessionLogEntry[],
  beside: readonly SessionLogEntry[] | undefined,
): [number[], (number | null)[], (number | null)[]] {
  const [a, b] = [cumulative(first), beside === undefined ? [] : cumulative(beside)];
  const length = Math.max(a.length, b.length);
  const calls = Array.from({ length }, (_, index) => index);
  return [calls, calls.map((index) => a[index] ?? null), calls.map((index) => b[index] ?? null)];
}
