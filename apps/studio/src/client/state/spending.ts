import { LEVELS, type Level, type SessionLogEntry } from "@pd/core";

/** What one call, or several together, cost in tokens. */
export interface Spending {
  readonly byLevel: Readonly<Record<Level, number>>;
  /** What stands around the nodes: separators, figures, a text's own words. */
  readonly around: number;
  readonly used: number;
  /** What was allowed; none where nothing was. */
  readonly budget: number | undefined;
}

export const NOTHING_SPENT: Spending = {
  byLevel: { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 },
  around: 0,
  used: 0,
  budget: undefined,
};

/** From what the call disclosed and, where its answer has telemetry, what that says of the whole. */
export function spendingOf(entry: SessionLogEntry): Spending {
  const byLevel: Record<Level, number> = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const { level, tokens } of entry.disclosed) byLevel[level] += tokens;
  const ofNodes = LEVELS.reduce<number>((sum, level) => sum + byLevel[level], 0);
  const { used = ofNodes, budget } = telemetryOf(entry.answer);
  // A node is priced by itself; together they can come out a little cheaper.
  return used < ofNodes
    ? { byLevel: scaled(byLevel, used / ofNodes), around: 0, used, budget }
    : { byLevel, around: used - ofNodes, used, budget };
}

export function together(all: readonly Spending[]): Spending {
  return all.reduce(
    (sum, one) => ({
      byLevel: {
        0: sum.byLevel[0] + one.byLevel[0],
        1: sum.byLevel[1] + one.byLevel[1],
        2: sum.byLevel[2] + one.byLevel[2],
        3: sum.byLevel[3] + one.byLevel[3],
        4: sum.byLevel[4] + one.byLevel[4],
      },
      around: sum.around + one.around,
      used: sum.used + one.used,
      budget: undefined,
    }),
    NOTHING_SPENT,
  );
}

function scaled(byLevel: Readonly<Record<Level, number>>, factor: number): Record<Level, number> {
  const next: Record<Level, number> = { ...byLevel };
  for (const level of LEVELS) next[level] *= factor;
  return next;
}

function telemetryOf(answer: unknown): { readonly used?: number; readonly budget?: number } {
  if (typeof answer !== "object" || answer === null || !("telemetry" in answer)) return {};
  const telemetry = answer.telemetry as Readonly<Record<string, unknown>> | null;
  const { tokensUsed, tokenBudget } = telemetry ?? {};
  return {
    ...(typeof tokensUsed === "number" ? { used: tokensUsed } : {}),
    ...(typeof tokenBudget === "number" ? { budget: tokenBudget } : {}),
  };
}
