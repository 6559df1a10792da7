// A term is known by 64 bits of hash, kept as two halves: an index then holds no text at all (R3.8),
// and two of a million terms meet with a chance of about one in forty million.

export interface TermHash {
  readonly low: number;
  readonly high: number;
}

const LOW_SEED = 0x811c9dc5;
const HIGH_SEED = 0x3c6ef372;
const LOW_FACTOR = 0x01000193;
const HIGH_FACTOR = 0x5bd1e995;

export function hashTerm(term: string): TermHash {
  let low = LOW_SEED;
  let high = HIGH_SEED;
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    low = Math.imul(low ^ unit, LOW_FACTOR);
    high = Math.imul(high ^ unit, HIGH_FACTOR) ^ (high >>> 15);
  }
  return { low: mix(low), high: mix(high) };
}

/** Of two code points side by side (or one, with a second of 0): as `hashTerm`, without making a string. */
export function hashPairLow(one: number, two: number): number {
  return mix(Math.imul(Math.imul(LOW_SEED ^ one, LOW_FACTOR) ^ two, LOW_FACTOR) ^ 0x5f356495);
}

export function hashPairHigh(one: number, two: number): number {
  return mix(Math.imul(Math.imul(HIGH_SEED ^ one, HIGH_FACTOR) ^ two, 0x27d4eb2f) ^ 0x2545f491);
}

/** Spreads every bit over the word, so that any of them can choose a slot. */
export function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
