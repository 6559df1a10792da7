import {
  BASE,
  EXTENSIONS_BIT,
  FARTHER,
  LEFT,
  LENGTH,
  LENGTH_MASK,
  LONGEST_TOKEN,
  NO_RANK,
  RIGHT,
  rankOf,
  SINGLE_BYTES,
  START,
  type Vocabulary,
} from "./vocabulary.js";

/** What was done for a piece, for the proof that no text makes it much. */
export interface Steps {
  count: number;
}

/** How many tokens a piece is that begins as single bytes. */
export type JoinedCount = (bytes: Uint8Array, start: number, length: number) => number;

/** Kept for the next piece; what a longer one needs is let go. */
const KEPT_LENGTH = 4096;

/**
 * The reference joins the two neighbours whose join has the lowest rank, the leftmost of equals, until no two join. The outcome can be
 * found from left to right: tokens are the outcome for their bytes if each two neighbours are the outcome for theirs. (Before a first join
 * across a border, everything happened within tokens, as it would between those two alone.) So the longest token is tried that stays apart from
 * the one before, then shorter ones, and where none does, the one before is taken back. The outcome for the bytes up to a place is one alone; a place
 * that was left once is never tried again, and the work is bounded by the bytes.
 */
export function createJoined(vocabulary: Vocabulary, steps: Steps = { count: 0 }): JoinedCount {
  const { tokens } = vocabulary;
  const singles = singleRanks(vocabulary);
  const powers = powersOfBase();
  const keptSums = new Int32Array(KEPT_LENGTH + 1);
  const keptStack = new Int32Array(KEPT_LENGTH);
  const keptLeft = new Uint8Array(KEPT_LENGTH + 1);
  const here = new Int32Array(LONGEST_TOKEN);
  let piece = new Uint8Array();
  let origin = 0;
  let sums = keptSums;

  // Where it is asked most, what these two do is written out: a count of a page is over before the engine would have done so.
  const lengthOf = (token: number) => tokens[4 * token + LENGTH]! & LENGTH_MASK;
  const sumBetween = (from: number, to: number) => (sums[to]! - Math.imul(sums[from]!, powers[to - from]!)) | 0;

  function rankAt(place: number, length: number): number {
    steps.count += 1;
    return rankOf(vocabulary, piece, origin + place, length, sumBetween(place, place + length));
  }

  /** The shortest of the tokens at a place that are this long or longer. Few are so long that this is asked. */
  function fartherAt(place: number, length: number, limit: number): number {
    for (let longer = length; longer <= Math.min(limit, LONGEST_TOKEN); longer += 1) {
      const rank = rankAt(place, longer);
      if (rank >= 0) return rank;
    }
    return -1;
  }

  /** The tokens that lie at a place and are no longer than this, the shortest first; how many they are. */
  function findAt(place: number, limit: number): number {
    let token = singles[piece[origin + place]!]!;
    let length = 1;
    const before = sums[place]!;
    for (let found = 0; ; ) {
      here[found] = token;
      found += 1;
      let extensions = tokens[4 * token + LENGTH]! >>> EXTENSIONS_BIT;
      let longer = -1;
      while (extensions !== 0) {
        const shortest = extensions & -extensions;
        const extended = length + 32 - Math.clz32(shortest);
        if (extended > limit) break;
        const sum = (sums[place + extended]! - Math.imul(before, powers[extended]!)) | 0;
        longer = rankOf(vocabulary, piece, origin + place, extended, sum);
        steps.count += 1;
        if (longer < 0 && shortest === FARTHER) longer = fartherAt(place, extended + 1, limit);
        if (longer >= 0) break;
        extensions ^= shortest;
      }
      if (longer < 0) return found;
      token = longer;
      length = lengthOf(token);
    }
  }

  /** Whether these two, the border between them at a place, are the outcome for their bytes. */
  function stayApart(left: number, right: number, border: number): boolean {
    let [inner, outer] = [left, right];
    // What they are joined from is looked at in the reverse order of joining, the later half of equals first. Two of those
    // that lie at the border at the same time join, if their join comes before the next of either.
    let limit = NO_RANK;
    for (;;) {
      steps.count += 1;
      const from = border - (tokens[4 * inner + LENGTH]! & LENGTH_MASK);
      const to = border + (tokens[4 * outer + LENGTH]! & LENGTH_MASK);
      const length = to - from;
      if (length <= LONGEST_TOKEN) {
        const sum = (sums[to]! - Math.imul(sums[from]!, powers[length]!)) | 0;
        const rank = rankOf(vocabulary, piece, origin + from, length, sum);
        if (rank >= 0 && rank < limit && tokens[4 * rank + LEFT] === inner && tokens[4 * rank + RIGHT] === outer)
          return false;
      }
      if (inner > outer) {
        if (inner < SINGLE_BYTES) return true;
        limit = inner;
        inner = tokens[4 * inner + RIGHT]!;
      } else {
        if (outer < SINGLE_BYTES) return true;
        limit = outer + 1;
        outer = tokens[4 * outer + LEFT]!;
      }
    }
  }

  /** Whether the token that ends at a place also begins there. */
  function comesAgain(token: number, place: number, end: number): boolean {
    const length = lengthOf(token);
    if (place + length > end || sumBetween(place - length, place) !== sumBetween(place, place + length)) return false;
    return rankAt(place, length) === token;
  }

  return (bytes, start, length) => {
    const fits = length <= KEPT_LENGTH;
    sums = fits ? keptSums : new Int32Array(length + 1);
    const stack = fits ? keptStack : new Int32Array(length);
    const isLeft = fits ? keptLeft.fill(0, 0, length + 1) : new Uint8Array(length + 1);
    piece = bytes as Uint8Array<ArrayBuffer>;
    origin = start;
    let sum = 0;
    for (let at = 0; at < length; at += 1) {
      sum = (Math.imul(sum, BASE) + bytes[start + at]!) | 0;
      sums[at + 1] = sum;
    }
    let count = 0;
    let place = 0;
    let choices = findAt(0, length);
    for (;;) {
      choices -= 1;
      const token = here[choices]!;
      let next = place + lengthOf(token);
      if (isLeft[next] === 0 && (count === 0 || stayApart(stack[count - 1]!, token, place))) {
        for (;;) {
          stack[count] = token;
          count += 1;
          if (next === length) return count;
          place = next;
          // In a run of one character the same token comes again and again, and seldom is it the longest.
          next = place + lengthOf(token);
          if (isLeft[next] !== 0 || !comesAgain(token, place, length) || !stayApart(token, token, place)) break;
        }
        choices = findAt(place, length - place);
      }
      while (choices === 0) {
        isLeft[place] = 1;
        count -= 1;
        place -= lengthOf(stack[count]!);
        choices = findAt(place, length - place);
      }
    }
  };
}

function singleRanks({ tokens, bytes }: Vocabulary): Int32Array {
  const ranks = new Int32Array(SINGLE_BYTES);
  for (let rank = 0; rank < SINGLE_BYTES; rank += 1) ranks[bytes[tokens[4 * rank + START]!]!] = rank;
  return ranks;
}

function powersOfBase(): Int32Array {
  const powers = new Int32Array(LONGEST_TOKEN + 1).fill(1);
  for (let length = 1; length <= LONGEST_TOKEN; length += 1) powers[length] = Math.imul(powers[length - 1]!, BASE);
  return powers;
}
