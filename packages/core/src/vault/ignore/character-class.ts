/** One character of some, as `[a-z]` has them. */
export interface CharacterClass {
  has(code: number): boolean;
  /** Behind its bracket. */
  readonly end: number;
}

/** First and last of each range. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["alnum", "09AZaz"],
  ["alpha", "AZaz"],
  ["blank", "\t\t  "],
  ["cntrl", "\0\x1f\x7f\x7f"],
  ["digit", "09"],
  ["graph", "!~"],
  ["lower", "az"],
  ["print", " ~"],
  ["punct", "!/:@[`{~"],
  ["space", "\t\r  "],
  ["upper", "AZ"],
  ["xdigit", "09AFaf"],
]);

/** The class whose characters begin there; nothing of one that is never closed. A `]` that stands first is one of them. */
export function readClass(pattern: string, from: number): CharacterClass | undefined {
  const isNegated = pattern[from] === "!" || pattern[from] === "^";
  const first = isNegated ? from + 1 : from;
  let ranges = "";
  for (let at = first; at < pattern.length; ) {
    if (pattern[at] === "]" && at > first) return { has: (code) => isIn(ranges, code) !== isNegated, end: at + 1 };
    const named = pattern.startsWith("[:", at) ? /^\[:([a-z]+):\]/.exec(pattern.slice(at, at + 12)) : null;
    const known = NAMED.get(named?.[1] ?? "");
    if (named !== null && known !== undefined) {
      ranges += known;
      at += named[0].length;
      continue;
    }
    const low = escaped(pattern, at);
    const isRange = pattern[low + 1] === "-" && low + 2 < pattern.length && pattern[low + 2] !== "]";
    const high = isRange ? escaped(pattern, low + 2) : low;
    ranges += `${pattern[low] ?? ""}${pattern[high] ?? ""}`;
    at = high + 1;
  }
  return undefined;
}

function escaped(pattern: string, at: number): number {
  return pattern[at] === "\\" ? at + 1 : at;
}

function isIn(ranges: string, code: number): boolean {
  for (let at = 0; at < ranges.length; at += 2)
    if (code >= ranges.charCodeAt(at) && code <= ranges.charCodeAt(at + 1)) return true;
  return false;
}
