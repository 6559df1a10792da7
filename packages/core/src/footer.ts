import { NAMED_OMISSIONS } from "./envelope.js";
import type { Omission } from "./omission.js";
import { omissionLine } from "./render-text.js";
import type { TokenCounter } from "./tokens.js";

/** Of these lines, those that together leave at least half of the ceiling to the nodes. */
export function linesThatFit(
  lines: readonly string[],
  ceiling: number | undefined,
  counter: TokenCounter,
): readonly string[] {
  if (ceiling === undefined) return lines;
  let left = ceiling / 2;
  return lines.filter((line) => {
    const cost = footerCost([line], counter);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

/** Of these lines, those that fit where there is nothing else: a handle that was made, or a word on what to do, is better than an empty text. */
export function linesAlone(
  lines: readonly string[],
  ceiling: number | undefined,
  counter: TokenCounter,
): readonly string[] {
  if (ceiling === undefined) return lines;
  let kept: readonly string[] = [];
  for (const line of lines) if (counter.count([...kept, line].join("\n")) <= ceiling) kept = [...kept, line];
  return kept;
}

/** What footer lines take of the ceiling, the seam to the nodes included. */
export function footerCost(lines: readonly string[], counter: TokenCounter): number {
  return lines.length === 0 ? 0 : counter.count(`\n\n${lines.join("\n")}`) + 1;
}

/** What is kept back to name what was left out: enough for one or two of a large budget, for a count of a small one. */
export function roomForOmissions(ceiling: number): number {
  return Math.min(40, Math.floor(ceiling * 0.025));
}

/** A line naming as many omissions as the room holds, counting the others; none where not even the count fits. */
export function omissionsInRoom(omitted: readonly Omission[], room: number, counter: TokenCounter): readonly string[] {
  if (omitted.length === 0) return [];
  let best: readonly string[] = [];
  for (let named = 0; named <= Math.min(NAMED_OMISSIONS, omitted.length); named += 1) {
    const line = omissionLine(omitted.slice(0, named), omitted.length - named);
    if (footerCost([line], counter) > room) break;
    best = [line];
  }
  return best;
}
