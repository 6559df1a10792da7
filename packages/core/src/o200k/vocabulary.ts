/*
 * The tokens of o200k: 199,998 strings of bytes, each known by its rank, which is the order of joining too. The bytes of all lie one after
 * the other; `slots` is an open-addressing hash table over them. Everything is a view on one buffer, so that a file of it needs no reading but
 * the system's.
 */

export const TOKENS = 199_998;
const TOKEN_BYTES = 1_397_670;
export const LONGEST_TOKEN = 128;
/** The ranks below are the single bytes, in some order. */
export const SINGLE_BYTES = 256;

const SLOT_BITS = 19;
const SLOTS: number = 1 << SLOT_BITS;
const RANK_BITS = 18;
const RANK_MASK: number = (1 << RANK_BITS) - 1;
const TAG_MASK: number = (1 << (31 - RANK_BITS)) - 1;

/** What is known of a token lies in four numbers, from its rank times four. */
export const START = 0;
/** Its length and, from `EXTENSIONS_BIT`, how much longer the tokens are of which it is the longest beginning. */
export const LENGTH = 1;
/** The two tokens that it is joined from, when its bytes are all there is. */
export const LEFT = 2;
export const RIGHT = 3;

export const LENGTH_MASK = 0xff;
/** One bit for each length from 1 to 15, and the last for all beyond. */
export const EXTENSIONS_BIT = 8;
export const FARTHER: number = 1 << 15;

export interface Vocabulary {
  /** Zero where it is empty, else the rank plus one and, above, a tag: bits of the hash that spare most comparisons. */
  readonly slots: Int32Array;
  readonly tokens: Int32Array;
  readonly bytes: Uint8Array;
}

/** The size of what holds a vocabulary. */
export const VOCABULARY_SIZE: number = 4 * (SLOTS + 4 * TOKENS) + TOKEN_BYTES;

export function viewVocabulary(buffer: ArrayBufferLike, offset = 0): Vocabulary {
  const tokens = offset + 4 * SLOTS;
  return {
    slots: new Int32Array(buffer, offset, SLOTS),
    tokens: new Int32Array(buffer, tokens, 4 * TOKENS),
    bytes: new Uint8Array(buffer, tokens + 16 * TOKENS, TOKEN_BYTES),
  };
}

/** Sums over bytes, `sum × BASE + byte`: from those of two beginnings of a text comes that of what lies between. */
export const BASE = 0x01000193;

/** All bits of the hash of so many bytes with that sum. */
function mixed(sum: number, length: number): number {
  const product = Math.imul(sum + Math.imul(length, 0x9e3779b1), 0x85ebca6b);
  return Math.imul(product ^ (product >>> 15), 0xc2b2ae35);
}

/** The rank of the token that these bytes are, -1 if they are none. */
export function rankOf(
  { slots, tokens, bytes: known }: Vocabulary,
  bytes: Uint8Array,
  from: number,
  length: number,
  sum: number,
): number {
  // `mixed`, written out: this is what counting consists of.
  const product = Math.imul(sum + Math.imul(length, 0x9e3779b1), 0x85ebca6b);
  const hash = Math.imul(product ^ (product >>> 15), 0xc2b2ae35);
  const tag = hash & TAG_MASK;
  let slot = hash >>> (32 - SLOT_BITS);
  for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
    if (entry >>> RANK_BITS === tag) {
      const rank = (entry & RANK_MASK) - 1;
      if ((tokens[4 * rank + LENGTH]! & LENGTH_MASK) === length) {
        const start = tokens[4 * rank + START]!;
        let same = 0;
        while (same < length && known[start + same] === bytes[from + same]) same += 1;
        if (same === length) return rank;
      }
    }
    slot = (slot + 1) & (SLOTS - 1);
  }
  return -1;
}

/** Above every rank: two tokens that do not join. */
export const NO_RANK: number = 1 << RANK_BITS;

/** Puts a token into its slot. */
export function fillSlot(slots: Int32Array, rank: number, length: number, sum: number): void {
  const hash = mixed(sum, length);
  let slot = hash >>> (32 - SLOT_BITS);
  while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
  slots[slot] = ((hash & TAG_MASK) << RANK_BITS) | (rank + 1);
}
