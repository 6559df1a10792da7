import type { CatalogueLine, Cut } from "./catalogue-line.js";

export interface FitInput {
  readonly lines: readonly CatalogueLine[];
  /** All places in `lines`, the most wanted first. */
  readonly order: readonly number[];
  /** How many of them, from the first, are to come whole before others have a description at all. */
  readonly whole: number;
  /** Tokens for all lines together. */
  readonly room: number;
}

/** What is shown of each line, by place; a name alone has no cut. Lines that are not there do not fit. */
export type Fit = ReadonlyMap<number, Cut | undefined>;

/** The share of the room that the most wanted may take with their descriptions. */
const WANTED_SHARE = 0.5;

/**
 * Shares out room: the most wanted come whole, within half of it; then names, the most wanted first; then all descriptions grow at the
 * same pace. Each part has room that only grows with the whole, so more room never shows less of any line.
 */
export function fitLines({ lines, order, whole, room }: FitInput): Fit {
  const wanted = order.slice(0, whole);
  const cost = wanted.reduce((sum, place) => sum + wholeCost(lines[place]!), 0);
  const set = Math.min(cost, Math.floor(room * WANTED_SHARE));
  const shown = fitWanted(lines, wanted, set);
  const left = fitNames({ lines, order, shown, room: room - set });
  if (left !== undefined) growDescriptions({ lines, order, shown, room: left });
  return shown;
}

function wholeCost(line: CatalogueLine): number {
  return line.cost + (line.cutsTo(Number.POSITIVE_INFINITY).at(-1)?.extra ?? 0);
}

/** One after the other; the last as far as there is room for it. */
function fitWanted(
  lines: readonly CatalogueLine[],
  wanted: readonly number[],
  set: number,
): Map<number, Cut | undefined> {
  const shown = new Map<number, Cut | undefined>();
  let room = set;
  for (const place of wanted) {
    const line = lines[place]!;
    if (line.cost > room) break;
    const cut = line.cutAt(room - line.cost);
    shown.set(place, cut);
    room -= line.cost + (cut?.extra ?? 0);
    if (!line.isWhole(cut)) break;
  }
  return shown;
}

interface Filling {
  readonly lines: readonly CatalogueLine[];
  readonly order: readonly number[];
  readonly shown: Map<number, Cut | undefined>;
  readonly room: number;
}

/** Adds names until one does not fit. Gives what is left where all did. */
function fitNames({ lines, order, shown, room }: Filling): number | undefined {
  let left = room;
  for (const place of order) {
    if (shown.has(place)) continue;
    left -= lines[place]!.cost;
    if (left < 0) return undefined;
    shown.set(place, undefined);
  }
  return left;
}

/** One pace for all: the greatest number of tokens that each description may have, and one more for as many as there is room for. */
function growDescriptions({ lines, order, shown, room }: Filling): void {
  const paid = new Map([...shown].map(([place, cut]) => [place, cut?.extra ?? 0]));
  const more = (place: number, pace: number) => {
    const extra = lines[place]!.cutAt(pace)?.extra ?? 0;
    return Math.max(0, extra - (paid.get(place) ?? 0));
  };
  const pace = greatestPace((each) => order.reduce((sum, place) => sum + more(place, each), 0), room, order.length);
  let left = room - order.reduce((sum, place) => sum + more(place, pace), 0);
  let isOneMore = true;
  for (const place of order) {
    const step = more(place, pace + 1) - more(place, pace);
    isOneMore &&= step <= left;
    if (isOneMore) left -= step;
    const cut = lines[place]!.cutAt(isOneMore ? pace + 1 : pace);
    if (cut !== undefined && cut.extra > (paid.get(place) ?? 0)) shown.set(place, cut);
  }
}

/** Doubles before it halves: descriptions are counted only as far as they can be shown. */
function greatestPace(total: (pace: number) => number, room: number, count: number): number {
  let [low, high] = [0, Math.max(8, Math.ceil((2 * room) / Math.max(1, count)))];
  while (total(high) <= room) {
    if (high > room) return high;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (total(middle) <= room) low = middle;
    else high = middle;
  }
  return low;
}
