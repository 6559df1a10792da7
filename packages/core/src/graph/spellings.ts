// What each spelling seen so far stands for, by 64 bits of hash: the tokenizer's short cut past normalising and stemming.
// It is a cache: emptying it costs time and nothing else.

export interface Spellings {
  /** The table itself, for the one loop that every word of a vault goes through: see `SPELLING_STRIDE` and what follows it. */
  readonly entries: Int32Array;
  /** Where a spelling's entry is, or -1. Good until the next `remember`. */
  find(low: number, high: number): number;
  several(value: number): readonly number[];
  /** Gives its entry. */
  remember(low: number, high: number, terms: readonly number[], style: number): number;
}

/** An entry has both halves of the hash, its value and its marks: one cache line holds it. */
export const SPELLING_STRIDE = 4;
export const [SPELLING_LOW, SPELLING_HIGH] = [0, 1] as const;
/** Term number + 1, or below 0 where `several` has the terms; 0 where the entry is free. */
export const SPELLING_VALUE = 2;
/** In the lowest bits how the spelling is written; above, what it costs as a piece of text after a space and bare, each + 1. */
export const SPELLING_MARKS = 3;
export const STYLE_MASK = 3;
export const COST_AFTER_SPACE = 2;
export const COST_BARE = 17;
export const COST_MASK = (1 << 15) - 1;

/** About 16 MB when full. */
const MOST_SLOTS = 1 << 20;
const FIRST_SLOTS = 1 << 8;

export function createSpellings(): Spellings {
  let entries = new Int32Array(FIRST_SLOTS * SPELLING_STRIDE);
  let used = 0;
  let lists: (readonly number[])[] = [[]];

  /** The entry of a spelling, or the free one where it belongs. */
  function place(low: number, high: number): number {
    const mask = entries.length / SPELLING_STRIDE - 1;
    let slot = low & mask;
    const step = high | 1;
    for (;;) {
      const at = slot * SPELLING_STRIDE;
      const isFree = entries[at + SPELLING_VALUE] === 0;
      if (isFree || (entries[at] === low && entries[at + SPELLING_HIGH] === high)) return at;
      slot = (slot + step) & mask;
    }
  }

  function put(low: number, high: number, value: number, marks: number): number {
    const at = place(low, high);
    entries[at + SPELLING_LOW] = low;
    entries[at + SPELLING_HIGH] = high;
    entries[at + SPELLING_VALUE] = value;
    entries[at + SPELLING_MARKS] = marks;
    used += 1;
    return at;
  }

  function makeRoom(): void {
    const old = entries;
    used = 0;
    if (old.length / SPELLING_STRIDE >= MOST_SLOTS) {
      entries = new Int32Array(FIRST_SLOTS * SPELLING_STRIDE);
      lists = [[]];
      return;
    }
    entries = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += SPELLING_STRIDE) {
      const value = old[at + SPELLING_VALUE]!;
      if (value !== 0) put(old[at]!, old[at + SPELLING_HIGH]!, value, old[at + SPELLING_MARKS]!);
    }
  }

  return {
    get entries() {
      return entries;
    },
    find(low, high) {
      const at = place(low, high);
      return entries[at + SPELLING_VALUE] === 0 ? -1 : at;
    },
    several: (value) => lists[-value - 1]!,
    remember(low, high, terms, style) {
      if (used * 8 * SPELLING_STRIDE > entries.length * 5) makeRoom();
      const [only] = terms;
      if (terms.length === 1 && only !== undefined) return put(low, high, only + 1, style);
      return put(low, high, terms.length === 0 ? -1 : -lists.push(terms), style);
    },
  };
}
