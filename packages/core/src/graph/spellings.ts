// What each spelling seen so far stands for, by 64 bits of hash: the tokenizer's short cut past normalising and stemming.
// It is a cache: emptying it costs time and nothing else.

export interface Spellings {
  /** Where a spelling's entry is, or -1. Good until the next `remember`. */
  find(low: number, high: number): number;
  /** Term number + 1, or below 0 where `several` has the terms. */
  value(entry: number): number;
  several(value: number): readonly number[];
  /** What was remembered of how the spelling is written. */
  style(entry: number): number;
  /** Gives its entry. */
  remember(low: number, high: number, terms: readonly number[], style: number): number;
}

/** About 16 MB when full. */
const MOST_SLOTS = 1 << 20;
const FIRST_SLOTS = 1 << 8;
/** Low half, high half, value, style: one cache line holds an entry. */
const STRIDE = 4;
const [LOW, HIGH, VALUE, STYLE] = [0, 1, 2, 3] as const;

export function createSpellings(): Spellings {
  let entries = new Int32Array(FIRST_SLOTS * STRIDE);
  let mask = FIRST_SLOTS - 1;
  let used = 0;
  let lists: (readonly number[])[] = [[]];

  /** The entry of a spelling, or the free one where it belongs. */
  function place(low: number, high: number): number {
    let slot = low & mask;
    const step = high | 1;
    for (;;) {
      const at = slot * STRIDE;
      if (entries[at + VALUE] === 0 || (entries[at + LOW] === low && entries[at + HIGH] === high)) return at;
      slot = (slot + step) & mask;
    }
  }

  function put(low: number, high: number, value: number, style: number): number {
    const at = place(low, high);
    entries[at + LOW] = low;
    entries[at + HIGH] = high;
    entries[at + VALUE] = value;
    entries[at + STYLE] = style;
    used += 1;
    return at;
  }

  function makeRoom(): void {
    const old = entries;
    used = 0;
    if (mask + 1 >= MOST_SLOTS) {
      entries = new Int32Array(FIRST_SLOTS * STRIDE);
      mask = FIRST_SLOTS - 1;
      lists = [[]];
      return;
    }
    entries = new Int32Array(old.length * 4);
    mask = entries.length / STRIDE - 1;
    for (let at = 0; at < old.length; at += STRIDE) {
      if (old[at + VALUE] !== 0) put(old[at + LOW]!, old[at + HIGH]!, old[at + VALUE]!, old[at + STYLE]!);
    }
  }

  return {
    find(low, high) {
      const at = place(low, high);
      return entries[at + VALUE] === 0 ? -1 : at;
    },
    value: (entry) => entries[entry + VALUE]!,
    several: (value) => lists[-value - 1]!,
    style: (entry) => entries[entry + STYLE]!,
    remember(low, high, terms, style) {
      if (used * 8 > mask * 5) makeRoom();
      const [only] = terms;
      if (terms.length === 1 && only !== undefined) return put(low, high, only + 1, style);
      return put(low, high, terms.length === 0 ? -1 : -lists.push(terms), style);
    },
  };
}
