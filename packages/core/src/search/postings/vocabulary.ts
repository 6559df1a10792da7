// Terms as numbers: an open-addressing table from 64 bits of hash to 0, 1, 2 … in order of first sight.
// It only grows by appending: a frozen view of it stays true while more terms come.

/** Read-only, and saved as it is: three arrays. */
export interface Vocabulary {
  readonly count: number;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Term number + 1, or 0. A power of two long. */
  readonly slots: Uint32Array;
}

export interface GrowingVocabulary {
  readonly size: number;
  /** The number of a term, given now if it has none. */
  number(low: number, high: number): number;
  /** The halves of a term's hash. */
  lowOf(term: number): number;
  highOf(term: number): number;
  freeze(): Vocabulary;
}

const FIRST_SLOTS = 256;

export function createVocabulary(expected = 0): GrowingVocabulary {
  let slots = new Uint32Array(slotsFor(expected));
  let low = new Uint32Array(slots.length >>> 1);
  let high = new Uint32Array(slots.length >>> 1);
  let count = 0;

  function grow(): void {
    low = longer(low);
    high = longer(high);
    slots = new Uint32Array(slots.length * 2);
    for (let term = 0; term < count; term++) slots[freeSlot(slots, low[term]!, high[term]!)] = term + 1;
  }

  return {
    get size() {
      return count;
    },
    number(termLow, termHigh) {
      const mask = slots.length - 1;
      let slot = termLow & mask;
      // The step comes from the other half: texts made to collide in one half do not make long walks.
      const step = termHigh | 1;
      for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
        if (low[entry - 1] === termLow && high[entry - 1] === termHigh) return entry - 1;
        slot = (slot + step) & mask;
      }
      if (count >= low.length) {
        grow();
        slot = freeSlot(slots, termLow, termHigh);
      }
      low[count] = termLow;
      high[count] = termHigh;
      slots[slot] = ++count;
      return count - 1;
    },
    lowOf: (term) => low[term]!,
    highOf: (term) => high[term]!,
    freeze: () => ({ count, low: low.subarray(0, count), high: high.subarray(0, count), slots }),
  };
}

/** The number of a term, or -1. Bounded by the table's size whatever the table holds. */
export function findTerm({ count, low, high, slots }: Vocabulary, termLow: number, termHigh: number): number {
  const mask = slots.length - 1;
  let slot = termLow & mask;
  const step = termHigh | 1;
  for (let tries = 0; tries <= mask; tries++) {
    const entry = slots[slot]!;
    if (entry === 0) return -1;
    // A table that went on growing holds later terms too: they are not this vocabulary's.
    if (entry <= count && low[entry - 1] === termLow && high[entry - 1] === termHigh) return entry - 1;
    slot = (slot + step) & mask;
  }
  return -1;
}

function slotsFor(terms: number): number {
  let length = FIRST_SLOTS;
  while (length < terms * 2) length *= 2;
  return length;
}

function freeSlot(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length - 1;
  let slot = low & mask;
  while (slots[slot] !== 0) slot = (slot + (high | 1)) & mask;
  return slot;
}

function longer(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(array.length * 2);
  copy.set(array);
  return copy;
}
