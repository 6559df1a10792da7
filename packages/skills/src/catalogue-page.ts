import type { TokenCounter } from "@pd/core";
import type { CatalogueWriting } from "./catalogue-format.js";
import type { CatalogueSkill } from "./catalogue-order.js";

/** What a catalogue is written on: the skills in their order, how they are written, and how much room there is. */
export interface Page {
  readonly listed: readonly CatalogueSkill[];
  readonly writing: CatalogueWriting;
  readonly counter: TokenCounter;
  /** Of tokens by the counter. */
  readonly limit: number;
}

export interface Written {
  readonly text: string;
  readonly tokens: number;
}

/** Entries that are looked at together, to give up early. */
const ENTRIES_AT_ONCE = 64;

/** More than this a token hardly ever holds: a text that is longer is counted in parts, since it will not fit. */
const LONG_TOKEN = 6;

/**
 * The finished text, or nothing where it does not fit. The whole is counted, since what joins two entries can cost a token;
 * but ten thousand descriptions are not even written where a small budget is full after fifty.
 */
export function written(
  { writing, counter, limit }: Page,
  count: number,
  entryAt: (place: number) => string,
  close: string,
): Written | undefined {
  const hopeless = limit * 1.1 + ENTRIES_AT_ONCE;
  const parts: string[] = [];
  let [length, counted, sum] = [0, 0, 0];
  for (let place = 0; place < count; place += ENTRIES_AT_ONCE) {
    const entries: string[] = [];
    for (let at = place; at < Math.min(count, place + ENTRIES_AT_ONCE); at++) entries.push(entryAt(at));
    const part = entries.join(writing.between);
    parts.push(part);
    length += part.length;
    for (; length > limit * LONG_TOKEN && counted < parts.length; counted++) sum += counter.count(parts[counted]!);
    if (sum > hopeless) return undefined;
  }
  const text = writing.open + parts.join(writing.between) + close;
  const tokens = counter.count(text);
  return tokens <= limit ? { text, tokens } : undefined;
}

export interface Fitting {
  readonly least: number;
  readonly most: number;
  attempt(at: number): Written | undefined;
  readonly page: Page;
}

export interface Fitted extends Written {
  readonly at: number;
}

/** Room that is left over and not worth another look. */
const LEFT_OVER = 0.01;

/**
 * The greatest number from `least` to `most` whose text fits, or one whose text leaves next to no room: a text for less is taken to cost no more. Every second step follows
 * the line through what was counted so far, which is nearly straight; the others halve, which is what ends the search.
 */
export function fitLargest({ least, most, attempt, page: { limit } }: Fitting): Fitted | undefined {
  const smallest = attempt(least);
  if (smallest === undefined) return undefined;
  let best: Fitted = { at: least, ...smallest };
  let tooMuch = most + 1;
  for (let step = 1; tooMuch - best.at > 1 && limit - best.tokens > limit * LEFT_OVER; step += 1) {
    const first = least + Math.ceil((most - least) / 32);
    const slope = (best.tokens - smallest.tokens) / (best.at - least);
    const onTheLine = best.at === least ? first : best.at + Math.floor((limit - best.tokens) / slope);
    const isNew = onTheLine > best.at && onTheLine < tooMuch;
    const at = isNew && step % 2 === 1 ? onTheLine : (best.at + tooMuch) >> 1;
    const made = attempt(at);
    if (made === undefined) tooMuch = at;
    else best = { at, ...made };
  }
  return best;
}
