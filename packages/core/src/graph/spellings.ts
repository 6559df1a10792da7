// What each spelling seen so far stands for, by 64 bits of hash: the tokenizer's short cut past normalising and stemming.
// It is a cache: emptying it costs time and nothing else.

export interface Spellings {
  /**
   * Both tables, for the one loop that every word of a vault goes through. The first gives places in the second, by hash; the second has the
   * entries in the order of first sight. So common words stand side by side, and what is looked up most stays in the processor's cache.
   */
  readonly slots: Int32Array;
  readonly entries: Int32Array;
  /** Where a spelling's entry is, or -1. Good until the next `remember`. */
  find(low: number, high: number): number;
  several(value: number): readonly number[];
  /** Gives its entry. */
  remember(low: number, high: number, terms: readonly number[], style: number): number;
}

/** A slot has its entry's number + 1, and above that as many bits of the hash as there is room for; 0 where it is free. */
export const SLOT_NUMBER_BITS = 20;
export const SLOT_NUMBER_MASK = (1 << SLOT_NUMBER_BITS) - 1;

/** An entry has both halves of the hash, its value and its marks: one cache line holds it. */
export const SPELLING_STRIDE = 4;
export const [SPELLING_LOW, SPELLING_HIGH] = [0, 1] as const;
/** Term number + 1, or below 0 where `several` has the terms. */
export const SPELLING_VALUE = 2;
/** In the lowest bits how the spelling is written; above, what it costs as a piece of text after a space and bare, each + 1. */
export const SPELLING_MARKS = 3;
export const STYLE_MASK = 3;
export const COST_AFTER_SPACE = 2;
export const COST_BARE = 17;
export const COST_MASK = (1 << 15) - 1;

/** About 14 MB when full. */
const MOST_SLOTS = 1 << SLOT_NUMBER_BITS;
const FIRST_SLOTS = 1 << 8;

export function createSpellings(): Spellings {
  let slots = new Int32Array(FIRST_SLOTS);
  let entries = new Int32Array(entriesFor(FIRST_SLOTS));
  let used = 0;
  let lists: (readonly number[])[] = [[]];

  function find(low: number, high: number): number {
    const mask = slots.length - 1;
    let slot = low & mask;
    for (let found = slots[slot]!; found !== 0; found = slots[slot]!) {
      const at = ((found & SLOT_NUMBER_MASK) - 1) * SPELLING_STRIDE;
      if (entries[at] === low && entries[at + SPELLING_HIGH] === high) return at;
      slot = (slot + (high | 1)) & mask;
    }
    return -1;
  }

  /** Points a free slot at the entry with this number. */
  function point(low: number, high: number, number: number): void {
    const mask = slots.length - 1;
    let slot = low & mask;
    while (slots[slot] !== 0) slot = (slot + (high | 1)) & mask;
    slots[slot] = (high & ~SLOT_NUMBER_MASK) | (number + 1);
  }

  function put(low: number, high: number, value: number, marks: number): number {
    const at = used * SPELLING_STRIDE;
    entries[at + SPELLING_LOW] = low;
    entries[at + SPELLING_HIGH] = high;
    entries[at + SPELLING_VALUE] = value;
    entries[at + SPELLING_MARKS] = marks;
    point(low, high, used);
    used += 1;
    return at;
  }

  function makeRoom(): void {
    if (slots.length >= MOST_SLOTS) {
      slots = new Int32Array(FIRST_SLOTS);
      entries = new Int32Array(entriesFor(FIRST_SLOTS));
      used = 0;
      lists = [[]];
      return;
    }
    const old = entries;
    slots = new Int32Array(slots.length * 2);
    entries = new Int32Array(entriesFor(slots.length));
    entries.set(old);
    for (let number = 0, at = 0; number < used; number++, at += SPELLING_STRIDE)
      point(entries[at]!, entries[at + SPELLING_HIGH]!, number);
  }

  return {
    get slots() {
      return slots;
    },
    get entries() {
      return entries;
    },
    find,
    several: (value) => lists[-value - 1]!,
    remember(low, high, terms, style) {
      if ((used + 1) * SPELLING_STRIDE > entries.length) makeRoom();
      const [only] = terms;
      if (terms.length === 1 && only !== undefined) return put(low, high, only + 1, style);
      return put(low, high, terms.length === 0 ? -1 : -lists.push(terms), style);
    },
  };
}

/** Five slots of eight are used at the most. */
function entriesFor(slots: number): number {
  return ((slots * 5) >> 3) * SPELLING_STRIDE;
}
