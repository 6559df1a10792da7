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

// The slots give places of entries by hash; entries stand in the order of first sight. So common words stand side by side, and what is
// looked up most stays in the processor's cache.

/** A slot has its entry's number + 1; 0 where it is free. An entry has both halves of the hash, its value and its style. */
const STRIDE = 4;
const [HIGH, VALUE, STYLE] = [1, 2, 3] as const;

/** About 14 MB when full. */
const MOST_SLOTS = 1 << 20;
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
      const at = (found - 1) * STRIDE;
      if (entries[at] === low && entries[at + HIGH] === high) return at;
      slot = (slot + (high | 1)) & mask;
    }
    return -1;
  }

  /** Points a free slot at the entry with this number. */
  function point(low: number, high: number, number: number): void {
    const mask = slots.length - 1;
    let slot = low & mask;
    while (slots[slot] !== 0) slot = (slot + (high | 1)) & mask;
    slots[slot] = number + 1;
  }

  function put(low: number, high: number, value: number, style: number): number {
    const at = used * STRIDE;
    entries[at] = low;
    entries[at + HIGH] = high;
    entries[at + VALUE] = value;
    entries[at + STYLE] = style;
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
    for (let number = 0, at = 0; number < used; number++, at += STRIDE)
      point(entries[at]!, entries[at + HIGH]!, number);
  }

  return {
    find,
    value: (entry) => entries[entry + VALUE]!,
    style: (entry) => entries[entry + STYLE]!,
    several: (value) => lists[-value - 1]!,
    remember(low, high, terms, style) {
      if ((used + 1) * STRIDE > entries.length) makeRoom();
      const [only] = terms;
      if (terms.length === 1 && only !== undefined) return put(low, high, only + 1, style);
      return put(low, high, terms.length === 0 ? -1 : -lists.push(terms), style);
    },
  };
}

/** Five slots of eight are used at the most. */
function entriesFor(slots: number): number {
  return ((slots * 5) >> 3) * STRIDE;
}
