import type { TokenCounter } from "@pd/core";

export interface Written {
  readonly text: string;
  readonly tokens: number;
}

export interface Entries {
  readonly open: string;
  readonly between: string;
  readonly close: string;
  readonly count: number;
  entryAt(place: number): string;
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
  { open, between, close, count, entryAt }: Entries,
  counter: TokenCounter,
  limit: number,
): Written | undefined {
  const hopeless = limit * 1.1 + ENTRIES_AT_ONCE;
  const parts: string[] = [];
  let [length, counted, sum] = [0, 0, 0];
  for (let place = 0; place < count; place += ENTRIES_AT_ONCE) {
    const entries: string[] = [];
    for (let at = place; at < Math.min(count, place + ENTRIES_AT_ONCE); at++) entries.push(entryAt(at));
    const part = entries.join(between);
    parts.push(part);
    length += part.length;
    for (; length > limit * LONG_TOKEN && counted < parts.length; counted++) sum += counter.count(parts[counted]!);
    if (sum > hopeless) return undefined;
  }
  const text = open + parts.join(between) + close;
  const tokens = counter.count(text);
  return tokens <= limit ? { text, tokens } : undefined;
}
