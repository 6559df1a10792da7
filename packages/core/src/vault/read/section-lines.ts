import type { Lines } from "../../model/node.js";

const LINE_FEED = 0x0a;

/** The lines that stretches of a file reach over, counted from 1. One pass, whatever their order and however they overlap. */
export function linesOf(file: Buffer, extents: readonly (readonly [start: number, end: number])[]): readonly Lines[] {
  const lineAt = createLineCounter(file, extents.flat());
  return extents.map(([start, end]) => {
    const last = endOfText(file, start, end);
    return [lineAt(start), lineAt(last)];
  });
}

/** Where the last character before blank lines stands. */
function endOfText(file: Buffer, start: number, end: number): number {
  let last = end - 1;
  while (last > start && (file[last]! <= 0x20 || file[last] === undefined)) last -= 1;
  return Math.max(start, last);
}

/** Starts of lines up to the furthest place that is asked for. */
function createLineCounter(file: Buffer, places: readonly number[]): (offset: number) => number {
  const furthest = places.reduce((far, place) => Math.max(far, place), 0);
  const starts = [0];
  for (let at = file.indexOf(LINE_FEED); at >= 0 && at < furthest; at = file.indexOf(LINE_FEED, at + 1))
    starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
