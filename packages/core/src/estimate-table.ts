/** A token is this many units; one token is the most that a pair of characters can cost. */
export const UNIT = 64;

/** Longer words are taken in parts, longer runs by their pairs alone. */
export const PIECE_LIMIT = 20;

/** Known words from this length on are stored under two hashes, as are those beyond ASCII. */
export const SURE_FROM = 12;

/** And so are known words in capitals, runs of marks and runs of blanks from this length on. */
export const RARE_FROM = 5;

/** The longest known piece of Chinese, Japanese or Korean. */
export const CJK_LIMIT = 5;

// Kinds of characters, in the order that the scan tells them apart.
export const LOWER = 0;
export const LETTER = 1;
export const UPPER = 2;
export const BLANK = 3;
export const NEWLINE = 4;
export const MARK = 5;
export const DIGIT = 6;
export const CJK = 7;
export const SYMBOL = 8;

/** Characters with costs per pair: ASCII, 32 Cyrillic letters regardless of case, and one for all others. */
export const SYMBOLS = 161;
export const OTHER = 160;
export const CYRILLIC = 128;

export interface EstimateTables {
  /** By UTF-16 unit: its kind, its cost alone, its cost inside a word, its symbol. */
  readonly kinds: Uint8Array;
  readonly costs: Uint8Array;
  readonly inner: Uint8Array;
  readonly symbols: Uint8Array;
  /** The cost of a symbol after another, at `before × SYMBOLS + symbol`. */
  readonly pairs: Uint8Array;
  /** The pieces that are one token, as `isListed` reads them. */
  readonly known: Int32Array;
}

/** What is kept of a known piece's hash: a bucket and nine bits to tell it from others there. */
export const MARK_BITS = 26;
export const LOW_BITS = 9;
// A bucket holds up to three, each in a lane of ten bits; an empty lane is nought.
export const LANE_BITS = 10;
const EACH_LANE = 0x00100401;
const EACH_TOP = 0x20080200;

const HASH_FACTOR = 0x01000193;
export const TWICE = 0x5bd1e995;

/** The hash of a piece is a polynomial, so that the hash of its end follows from those of the whole and of its beginning. */
export function step(hash: number, code: number): number {
  return (Math.imul(hash, HASH_FACTOR) + code) | 0;
}

/**
 * 1 if a piece of this hash is known, else 0; one unknown piece in a thousand is taken for known.
 * All lanes are compared at once, without a branch: a lane that equals the mark becomes nought, and only that one borrows.
 */
export function isListed(hash: number, known: Int32Array): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  const mark = (mixed ^ (mixed >>> 13)) & ((1 << MARK_BITS) - 1);
  const lanes = (known[mark >>> LOW_BITS] as number) ^ Math.imul(laneOf(mark), EACH_LANE);
  return ((lanes - EACH_LANE) & ~lanes & EACH_TOP) === 0 ? 0 : 1;
}

export function laneOf(mark: number): number {
  return (mark & ((1 << LOW_BITS) - 1)) + 1;
}

/** Powers of the hash's factor: what a character weighs that many places before the end. */
export const POWERS: Int32Array = powers();

function powers(): Int32Array {
  const list = new Int32Array(PIECE_LIMIT + 2);
  list[0] = 1;
  for (let place = 1; place < list.length; place += 1) list[place] = Math.imul(list[place - 1] as number, HASH_FACTOR);
  return list;
}
