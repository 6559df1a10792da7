import type { SessionLogEntry } from "@pd/core";

/** What happened in a session log, in figures. Nothing of a text is in it. */
export interface LogSummary {
  readonly calls: number;
  readonly sessions: number;
  /** What the answers cost. */
  readonly tokens: number;
  readonly errors: readonly Tally[];
  readonly operations: readonly Tally[];
  /** Notes whose text was shown, by what that cost. */
  readonly opened: readonly Tally[];
  /** Of those, the notes and passages that were shown once and in no later call: how many, and what they cost. */
  readonly openedOnce: { readonly count: number; readonly tokens: number };
  /** Nodes that did not fit, most often first. */
  readonly leftOut: readonly Tally[];
  /** Questions that no note really answered. */
  readonly weak: readonly string[];
}

export interface Tally {
  readonly name: string;
  readonly count: number;
  readonly tokens?: number;
}

export function summaryOfLog(entries: readonly SessionLogEntry[]): LogSummary {
  const opened = entries.flatMap(({ disclosed }) => disclosed.filter(({ level }) => level === 4));
  const openedNodes = tallied(opened.map(({ id, tokens }) => ({ name: id, tokens })));
  const once = openedNodes.filter(({ count }) => count === 1);
  const leftOut = entries.flatMap(({ omitted }) => omitted.filter(({ reason }) => reason === "budget"));
  return {
    calls: entries.length,
    sessions: new Set(entries.flatMap(({ session }) => session ?? [])).size,
    tokens: entries.reduce((sum, { answer }) => sum + tokensIn(answer), 0),
    errors: tallied(entries.flatMap(({ error }) => (error === undefined ? [] : [{ name: error.code }]))),
    operations: tallied(entries.map(({ operation, answer }) => ({ name: operation, tokens: tokensIn(answer) }))),
    opened: openedNodes,
    openedOnce: { count: once.length, tokens: once.reduce((sum, { tokens = 0 }) => sum + tokens, 0) },
    leftOut: tallied(leftOut.map(({ id }) => ({ name: id }))),
    weak: [...new Set(entries.filter(isWeak).map(({ input }) => queryIn(input)))].filter((query) => query !== ""),
  };
}

/** Dearest first, then the most frequent, then by name: the same log gives the same list. */
function tallied(items: readonly { readonly name: string; readonly tokens?: number }[]): readonly Tally[] {
  const byName = new Map<string, Tally>();
  for (const { name, tokens } of items) {
    const { count = 0, tokens: before = 0 } = byName.get(name) ?? {};
    byName.set(name, { name, count: count + 1, ...(tokens === undefined ? {} : { tokens: before + tokens }) });
  }
  return [...byName.values()].sort(
    (a, b) => (b.tokens ?? 0) - (a.tokens ?? 0) || b.count - a.count || (a.name < b.name ? -1 : 1),
  );
}

function tokensIn(answer: unknown): number {
  const { telemetry } = (answer ?? {}) as { readonly telemetry?: { readonly tokensUsed?: unknown } };
  return typeof telemetry?.tokensUsed === "number" ? telemetry.tokensUsed : 0;
}

function isWeak({ answer }: SessionLogEntry): boolean {
  const { notices } = (answer ?? {}) as { readonly notices?: readonly { readonly code?: string }[] };
  return notices?.some(({ code }) => code === "weak-match" || code === "nothing-found") ?? false;
}

function queryIn(input: unknown): string {
  const { query } = (input ?? {}) as { readonly query?: unknown };
  return typeof query === "string" ? query : "";
}
