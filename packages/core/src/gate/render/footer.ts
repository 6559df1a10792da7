import type { TokenCounter } from "../../model/tokens.js";
import { measureOf } from "./measure.js";

/** Of these lines, those that together leave at least half of the ceiling to the nodes. */
export function linesThatFit(
  lines: readonly string[],
  ceiling: number | undefined,
  counter: TokenCounter,
): readonly string[] {
  if (ceiling === undefined) return lines;
  let left = ceiling / 2;
  return lines.filter((line) => {
    const cost = measureOf(counter).frame("text", [line]);
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
