import type { Utf8Text } from "./utf8-text.js";

/*
 * Pieces that came before and how many tokens each is, in tables of a fixed size: a piece has one place, by its hash, where the newest
 * stays. Most of a text is some thousand pieces over and over; asking a table that fits the processor's cache is faster than asking the
 * vocabulary. Pieces are compared four bytes at once, zeros behind them.
 */

/** How many tokens a piece is. */
export type PieceCount = (text: Utf8Text, start: number, end: number) => number;

/** The longest piece that three words of four bytes hold. */
export const BRIEF_BYTES = 12;
const BRIEF_BITS = 14;

/** Remembers pieces of at most `BRIEF_BYTES`: nearly all there are, so that this is written out. */
export function rememberBrief(count: PieceCount): PieceCount {
  /** For each place three words of the piece, and one of its length and count. */
  const places = new Int32Array(4 << BRIEF_BITS);
  return (text, start, end) => {
    const { words } = text;
    const length = end - start;
    let first = words.getInt32(start, true);
    let second = 0;
    let third = 0;
    if (length <= 4) first &= -1 >>> (32 - 8 * length);
    else {
      second = words.getInt32(start + 4, true);
      if (length <= 8) second &= -1 >>> (64 - 8 * length);
      else third = words.getInt32(start + 8, true) & (-1 >>> (96 - 8 * length));
    }
    const hash = Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca6b) + Math.imul(third, 0xc2b2ae35);
    const place = (Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f) >>> (32 - BRIEF_BITS)) << 2;
    const known = places[place + 3]!;
    const isKnown = places[place] === first && places[place + 1] === second && places[place + 2] === third;
    if (isKnown && known >> 8 === length) return known & 255;
    const found = count(text, start, end);
    places[place] = first;
    places[place + 1] = second;
    places[place + 2] = third;
    places[place + 3] = (length << 8) | found;
    return found;
  };
}

/** How long the pieces are that a table remembers, in words of four bytes, and how many of them, as a power of two. */
export interface MemorySize {
  readonly words: number;
  readonly bits: number;
}

/** Remembers pieces of at most so many words. */
export function remember({ words: width, bits }: MemorySize, count: PieceCount): PieceCount {
  const stride = width + 1;
  const places = new Int32Array(stride << bits);
  const piece = new Int32Array(width);
  return (text, start, end) => {
    const length = end - start;
    const used = (length + 3) >> 2;
    let hash = length;
    for (let word = 0; word < used; word += 1) {
      let value = text.words.getInt32(start + 4 * word, true);
      if (word + 1 === used) value &= -1 >>> (32 * used - 8 * length);
      piece[word] = value;
      hash = Math.imul(hash ^ value, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const place = (Math.imul(hash, 0x27d4eb2f) >>> (32 - bits)) * stride;
    const known = places[place]!;
    if (known >> 8 === length) {
      let same = 0;
      while (same < used && places[place + 1 + same] === piece[same]) same += 1;
      if (same === used) return known & 255;
    }
    const found = count(text, start, end);
    places[place] = (length << 8) | found;
    for (let word = 0; word < used; word += 1) places[place + 1 + word] = piece[word]!;
    return found;
  };
}
