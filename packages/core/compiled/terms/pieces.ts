import { COSTS, INNER, KINDS, KNOWN, PAIRS, POWERS, SYMBOL_NUMBERS, TEXT } from "./memory";

// What a piece of text costs, once it is cut: `estimate-pieces.ts`, to the unit.

export const UNIT: i32 = 64;
export const PIECE_LIMIT: u32 = 20;
export const RARE_FROM: u32 = 5;
const SPACE: u32 = 32;
const SYMBOLS: u32 = 161;
const OTHER: u32 = 160;

const LEAST_OF_TWO: i32 = 136;
const LEAST_OF_TWO_SPACED: i32 = 120;
const LEAST_OF_TWO_MARKED: i32 = 160;
const LEAST_OF_MORE: i32 = 160;
const OFF_FOR_TWO: i32 = 19;
const OFF_FOR_MORE: i32 = 6;
const LONG_FROM: i32 = 8;
const PER_LONG_LETTER: i32 = 5;
const PER_TURN: f64 = 0.52 * 64;

const MARK_BITS: u32 = 26;
const LOW_BITS: u32 = 9;
const EACH_LANE: u32 = 0x00100401;
const EACH_TOP: u32 = 0x20080200;
const HASH_FACTOR: u32 = 0x01000193;
const TWICE: u32 = 0x5bd1e995;

export function setPowers(): void {
  let power: u32 = 1;
  for (let place: u32 = 0; place < PIECE_LIMIT + 2; place += 1) {
    store<u32>(POWERS + (place << 2), power);
    power *= HASH_FACTOR;
  }
}

export function codeAt(at: u32): u32 {
  return load<u16>(TEXT + ((<usize>at) << 1));
}

export function kindAt(at: u32): u32 {
  return load<u8>(KINDS + codeAt(at));
}

export function kindOf(code: u32): u32 {
  return load<u8>(KINDS + code);
}

export function costAt(at: u32): i32 {
  return load<u8>(COSTS + codeAt(at));
}

export function step(hash: u32, code: u32): u32 {
  return hash * HASH_FACTOR + code;
}

function isListed(hash: u32): u32 {
  const mixed = (hash ^ (hash >> 15)) * 0x2c1b3c6d;
  const mark = (mixed ^ (mixed >> 13)) & ((1 << MARK_BITS) - 1);
  const lane = (mark & ((1 << LOW_BITS) - 1)) + 1;
  const lanes = load<u32>(KNOWN + ((<usize>(mark >> LOW_BITS)) << 2)) ^ (lane * EACH_LANE);
  return ((lanes - EACH_LANE) & ~lanes & EACH_TOP) === 0 ? 0 : 1;
}

export function isKnown(hash: u32, sure: bool): bool {
  return isListed(hash) === 1 && (!sure || isListed(hash * TWICE) === 1);
}

function pairAt(before: u32, symbol: u32): i32 {
  return load<u8>(PAIRS + before * SYMBOLS + symbol);
}

/** A run of marks or blanks. */
export function runUnits(start: u32, end: u32): i32 {
  const length = end - start;
  if (length === 1) return UNIT;
  let before = codeAt(start);
  let hash = before;
  let sum = UNIT;
  let turns = 0;
  for (let at = start + 1; at < end; at += 1) {
    const code = codeAt(at);
    hash = step(hash, code);
    sum += pairAt(before, code);
    if (code !== before) turns += 1;
    before = code;
  }
  if (length > PIECE_LIMIT) return max(sum + (sum >> 2), <i32>Math.floor(<f64>turns * PER_TURN));
  return isKnown(hash, length >= RARE_FROM) ? UNIT : unknownUnits(start, end, hash, LEAST_OF_TWO);
}

/** A word that is not one token, with the character before it if there is one; `hash` is that of both. */
export function unknownWordUnits(start: u32, end: u32, hash: u32, prefix: u32, sure: bool): i32 {
  if (prefix === 0) return unknownUnits(start, end, hash, LEAST_OF_TWO);
  if (prefix === SPACE) return unknownUnits(start - 1, end, hash, LEAST_OF_TWO_SPACED);
  const bare = hash - prefix * load<u32>(POWERS + ((<usize>(end - start)) << 2));
  if (isKnown(bare, sure)) return 2 * UNIT;
  return unknownUnits(start - 1, end, hash, LEAST_OF_TWO_MARKED);
}

/** The sum of its pairs, less if some cut leaves a known piece on both sides, else more. */
function unknownUnits(start: u32, end: u32, hash: u32, leastOfTwo: i32): i32 {
  const length = <i32>(end - start);
  let code = codeAt(start);
  let symbol: u32 = load<u8>(SYMBOL_NUMBERS + code);
  let sum: i32 = load<u8>(COSTS + code);
  if (length === 1) return sum;
  let head: u32 = 0;
  let isTwo: u32 = 0;
  for (let left: u32 = length - 1; left > 0; left -= 1) {
    const before = code;
    head = step(head, before);
    code = codeAt(end - left);
    const row = symbol;
    symbol = load<u8>(SYMBOL_NUMBERS + code);
    if (symbol !== OTHER) sum += pairAt(row, symbol);
    else sum += code === before ? <i32>load<u8>(COSTS + code) : <i32>load<u8>(INNER + code);
    const tail = hash - head * load<u32>(POWERS + ((<usize>left) << 2));
    isTwo |= isListed(head) & isListed(tail);
  }
  const most = max(sum, length * UNIT);
  if (isTwo === 1) return min(most, max(leastOfTwo, sum - OFF_FOR_TWO));
  const long = length > LONG_FROM ? (length - LONG_FROM) * PER_LONG_LETTER : 0;
  const least = length < <i32>PIECE_LIMIT ? LEAST_OF_MORE : <i32>Math.floor(<f64>length * PER_TURN);
  return min(most, max(max(sum, least), sum + (sum >> 3) - OFF_FOR_MORE + long));
}

/** Outside the first 65,536 characters. */
export function astralUnits(point: u32): i32 {
  if (point >= 0x1f300 && point < 0x1f540) return 2 * UNIT;
  if (point >= 0x1f600 && point < 0x1f6c0) return 2 * UNIT;
  if (point >= 0x1f900 && point < 0x1f980) return 2 * UNIT;
  if (point >= 0x1f1c0 && point < 0x1f200) return 2 * UNIT;
  const plane = point >> 12;
  return plane === 0x1f || plane === 0x1d ? 3 * UNIT : 4 * UNIT;
}
