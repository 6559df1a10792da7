import type { Form } from "../../model/answer.js";
import { LEVEL_NAMES, LEVELS, type Level } from "../../model/level.js";
import type { NodeId } from "../../model/node.js";
import type { Omission } from "../../model/omission.js";
import type { TokenCounter, Tokens } from "../../model/tokens.js";
import { NAMED_OMISSIONS } from "../envelope.js";
import { measureOf } from "./measure.js";

/** The last line of a text: what it cost, then what was left out, how much is shown at which level, and how much of all was read. */
export interface Closing {
  readonly budget: number | undefined;
  readonly omitted: readonly Omission[];
  readonly atLevel: Readonly<Record<Level, number>>;
  readonly coveragePercent: number;
  /** How the text calls a node. */
  reference(id: NodeId): string;
}

/** The share of a budget that the line may take (R6.3), and what it may take where there is none. */
const SHARE = 0.05;
const WITHOUT_BUDGET = 100;

export function mostForClosing(budget: number | undefined): number {
  return budget === undefined ? WITHOUT_BUDGET : Math.floor(budget * SHARE);
}

/** Room for the shortest line, and for one that counts what was left out; none where the line has no room at all. */
export function roomForClosing(
  budget: number | undefined,
  wanted: number,
  counter: TokenCounter,
): { readonly base: number; readonly omissions: number } {
  if (budget === undefined) return { base: 0, omissions: 0 };
  const { frame, within } = measureOf(counter);
  const most = within(mostForClosing(budget));
  const base = frame("text", [spentLine(budget, budget, [])]);
  if (base > most) return { base: 0, omissions: 0 };
  const counting = frame("text", [spentLine(budget, budget, [leftOut([], wanted)])]);
  return { base, omissions: counting > most ? 0 : counting - base };
}

/** The least budget for what costs this much: a text of that budget also says what it cost. */
export function budgetFor(cost: number, form: Form, counter: TokenCounter): Tokens {
  const { tokens } = measureOf(counter);
  const bare = tokens(cost);
  if (form === "json") return bare;
  // The line is as wide as the figures in it, and those grow with it.
  let budget = bare;
  for (let attempt = 0; attempt < 3; attempt += 1) budget = tokens(cost + roomForClosing(budget, 0, counter).base);
  return budget;
}

/** Lines that say more and more, each of them all that the one before does. */
export function* closingLines(closing: Closing): Generator<(used: number) => string> {
  const { budget, omitted, atLevel, coveragePercent, reference } = closing;
  const levels = LEVELS.filter((level) => atLevel[level] > 0).map((level) => `${atLevel[level]} ${LEVEL_NAMES[level]}`);
  const shown = levels.length === 0 ? [] : [levels.join(", ")];
  const read = coveragePercent === 0 ? [] : [`${coveragePercent}% read`];
  const line = (parts: readonly string[]) => (used: number) => spentLine(used, budget, parts);
  const named = (count: number) =>
    omitted.length === 0 ? [] : [leftOut(omitted.slice(0, count).map(nameOf), omitted.length - count)];
  const nameOf = ({ id, tokens, reason }: Omission) => {
    const price = reason === "budget" && tokens !== undefined ? `${tokens}` : reason;
    return `${reference(id)} (${price})`;
  };
  yield line([]);
  if (omitted.length > 0) yield line(named(0));
  if (omitted.length > 0) yield line(named(1));
  const least = Math.min(1, omitted.length);
  if (shown.length > 0) yield line([...named(least), ...shown]);
  if (read.length > 0) yield line([...named(least), ...shown, ...read]);
  for (let count = 2; count <= Math.min(NAMED_OMISSIONS, omitted.length); count += 1)
    yield line([...named(count), ...shown, ...read]);
}

function spentLine(used: number, budget: number | undefined, parts: readonly string[]): string {
  const spent = budget === undefined ? `${used} tokens` : `${used} of ${budget} tokens`;
  return `[${[spent, ...parts].join("; ")}]`;
}

function leftOut(names: readonly string[], unnamed: number): string {
  if (names.length === 0) return `${unnamed} left out`;
  return `left out: ${[...names, ...(unnamed === 0 ? [] : [`${unnamed} more`])].join(", ")}`;
}
