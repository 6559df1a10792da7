// What each spelling seen so far stands for, by 64 bits of hash: the tokenizer's short cut past normalising and stemming.
// It is a cache: emptying it costs time and nothing else.

export interface Spellings {
  /** Where a spelling's entry is, or -1. Good until the next `remember`. */
  find(low: number, high: number): number;
  /** Term number + 1, or below 0 where `several` has the terms. */
  value(entry: number): number;
  several(value: number): readonly number[];
  /** How it is written. */
  style(entry: number): number;
  /** Gives its entry. */
  remember(low: number, high: number, terms: readonly number[], style: number): number;
}

// An entry stands in its slot: both halves of the hash, its value and its style. One look at the memory is what a word costs, and with slots that
// point to entries elsewhere it was two.
const STRIDE = 4;
const [HIGH, VALUE, STYLE] = [1, 2, 3] as const;
/** A style has this added, so that 0 says that the slot is free. */
const USED = 1;

/** 16 MB when it is as large as it gets. */
const MOST_SLOTS = 1 << 20;
const FIRST_SLOTS = 1 << 8;

export function createSpellings(): Spellings {
  let table = new Int32Array(FIRST_SLOTS * STRIDE);
  let mask = FIRST_SLOTS - 1;
  let used = 0;
  let lists: (readonly number[])[] = [[]];

  function find(low: number, high: number): number {
    for (let slot = low & mask; ; slot = (slot + (high | 1)) & mask) {
      const at = slot * STRIDE;
      if (table[at] === low && table[at + HIGH] === high && table[at + STYLE] !== 0) return at;
      if (table[at + STYLE] === 0) return -1;
    }
  }

  function put(low: number, high: number, value: number, style: number): number {
    let slot = low & mask;
    while (table[slot * STRIDE + STYLE] !== 0) slot = (slot + (high | 1)) & mask;
    const at = slot * STRIDE;
    table[at] = low;
    table[at + HIGH] = high;
    table[at + VALUE] = value;
    table[at + STYLE] = style;
    return at;
  }

  function makeRoom(): void {
    const before = table;
    const isFull = mask + 1 >= MOST_SLOTS;
    mask = isFull ? FIRST_SLOTS - 1 : mask * 2 + 1;
    table = new Int32Array((mask + 1) * STRIDE);
    if (isFull) {
      used = 0;
      lists = [[]];
      return;
    }
    for (let at = 0; at < before.length; at += STRIDE)
      if (before[at + STYLE] !== 0) put(before[at]!, before[at + HIGH]!, before[at + VALUE]!, before[at + STYLE]!);
  }

  return {
    find,
    value: (entry) => table[entry + VALUE]!,
    style: (entry) => table[entry + STYLE]! - USED,
    several: (value) => lists[-value - 1]!,
    remember(low, high, terms, style) {
      // Five slots of eight are used at the most.
      if (used * 8 >= (mask + 1) * 5) makeRoom();
      used += 1;
      const [only] = terms;
      const value = terms.length === 1 && only !== undefined ? only + 1 : terms.length === 0 ? -1 : -lists.push(terms);
      return put(low, high, value, style + USED);
    },
  };
}
