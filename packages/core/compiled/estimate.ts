/**
 * `src/estimate.ts` and `src/estimate-pieces.ts`, instruction for instruction, over UTF-16 units in memory: what there is said of each step
 * holds here too, and a test compares the two. A short process counts its few texts before V8 has compiled anything of the other.
 */

// As in src/estimate-table.ts.
const UNIT: i32 = 64;
const PIECE_LIMIT: i32 = 20;
const SURE_FROM: i32 = 12;
const RARE_FROM: i32 = 5;
const CJK_LIMIT: i32 = 5;
const LETTER: i32 = 1;
const UPPER: i32 = 2;
const NEWLINE: i32 = 4;
const MARK: i32 = 5;
const DIGIT: i32 = 6;
const CJK: i32 = 7;
const SYMBOLS: i32 = 161;
const OTHER: i32 = 160;
const MARK_BITS: i32 = 26;
const LOW_BITS: i32 = 9;
const EACH_LANE: i32 = 0x00100401;
const EACH_TOP: i32 = 0x20080200;
const HASH_FACTOR: i32 = 0x01000193;
const TWICE: i32 = 0x5bd1e995;

// As in src/estimate-pieces.ts.
const LEAST_OF_TWO: i32 = 136;
const LEAST_OF_TWO_SPACED: i32 = 120;
const LEAST_OF_TWO_MARKED: i32 = 160;
const LEAST_OF_MORE: i32 = 160;
const OFF_FOR_TWO: i32 = 19;
const OFF_FOR_MORE: i32 = 6;
const LONG_FROM: i32 = 8;
const PER_LONG_LETTER: i32 = 5;
const PER_TURN: f64 = 33.28;

const SPACE: i32 = 32;
const LINE_FEED: i32 = 10;
const CARRIAGE_RETURN: i32 = 13;
const SLASH: i32 = 47;
const PER_CJK_IN_ONE: i32 = 3;

// Where the tables and the text are.
let kinds: usize = 0;
let costs: usize = 0;
let inner: usize = 0;
let symbols: usize = 0;
let pairs: usize = 0;
let known: usize = 0;
let text: usize = 0;

let length: i32 = 0;
// The cursor.
let at: i32 = 0;
let units: i32 = 0;
let prefix: i32 = 0;

export function place(
  kindsAt: usize,
  costsAt: usize,
  innerAt: usize,
  symbolsAt: usize,
  pairsAt: usize,
  knownAt: usize,
  textAt: usize,
): void {
  kinds = kindsAt;
  costs = costsAt;
  inner = innerAt;
  symbols = symbolsAt;
  pairs = pairsAt;
  known = knownAt;
  text = textAt;
}

/** The units of so many characters of the text. */
export function estimate(characters: i32): i32 {
  length = characters;
  at = 0;
  units = 0;
  prefix = 0;
  while (at < length) {
    const kind = kindAt(at);
    if (kind <= UPPER) takeWords();
    else if (kind <= NEWLINE) takeBlanks();
    else if (kind === MARK) takeMarks();
    else if (kind === DIGIT) takeDigits();
    else if (kind === CJK) takeCjk();
    else takeSymbol();
  }
  payPrefix();
  return units;
}

function codeAt(index: i32): i32 {
  return load<u16>(text + ((<usize>index) << 1));
}

function kindOf(code: i32): i32 {
  return load<u8>(kinds + code);
}

function kindAt(index: i32): i32 {
  return kindOf(codeAt(index));
}

function costAt(index: i32): i32 {
  return load<u8>(costs + codeAt(index));
}

function step(hash: i32, code: i32): i32 {
  return hash * HASH_FACTOR + code;
}

/** Times this is divided by the factor, as whole numbers of 32 bits go. */
const HASH_INVERSE: i32 = 0x359c449b;

function power(exponent: i32): i32 {
  let product = 1;
  for (let count = 0; count < exponent; count++) product *= HASH_FACTOR;
  return product;
}

function isListed(hash: i32): i32 {
  const mixed = (hash ^ (<u32>hash >>> 15)) * 0x2c1b3c6d;
  const mark = (mixed ^ (<u32>mixed >>> 13)) & ((1 << MARK_BITS) - 1);
  const lane = (mark & ((1 << LOW_BITS) - 1)) + 1;
  const lanes = load<i32>(known + ((<usize>(mark >>> LOW_BITS)) << 2)) ^ (lane * EACH_LANE);
  return ((lanes - EACH_LANE) & ~lanes & EACH_TOP) === 0 ? 0 : 1;
}

function isKnown(hash: i32, sure: bool): bool {
  return isListed(hash) === 1 && (!sure || isListed(hash * TWICE) === 1);
}

function takeWords(): void {
  let code = codeAt(at);
  let kind = kindOf(code);
  while (kind <= UPPER) {
    const start = at;
    const stop = min(length, start + PIECE_LIMIT);
    let hash = prefix;
    let bits = 0;
    let before = kind;
    do {
      bits |= code;
      hash = step(hash, code);
      at += 1;
      code = at < length ? codeAt(at) : 0;
      before = kind;
      kind = kindOf(code);
    } while (at < stop && (kind <= LETTER || (kind === UPPER && before === UPPER)));
    const sure = at - start >= SURE_FROM || bits > 127 || (at - start >= RARE_FROM && kindAt(start + 1) === UPPER);
    units += isKnown(hash, sure) ? UNIT : unknownWordUnits(start, at, hash, sure);
    prefix = 0;
    if (code === SPACE && at + 1 < length && kindAt(at + 1) <= UPPER) {
      at += 1;
      prefix = SPACE;
      code = codeAt(at);
      kind = kindOf(code);
    }
  }
}

function takeBlanks(): void {
  payPrefix();
  const start = at;
  let end = start;
  let line = start;
  for (; end < length; end += 1) {
    const kind = kindAt(end);
    if (kind <= UPPER || kind > NEWLINE) break;
    if (kind === NEWLINE) line = end + 1;
  }
  const last = end < length && end > line ? end - 1 : end;
  if (line > start) units += runUnits(start, line);
  if (last > line) units += runUnits(line, last);
  if (end > last) prefix = codeAt(last);
  at = end;
}

function takeMarks(): void {
  const spaced = prefix === SPACE;
  if (!spaced) payPrefix();
  const start = spaced ? at - 1 : at;
  let end = at + 1;
  while (end < length && kindAt(end) === MARK) end += 1;
  prefix = 0;
  at = end;
  if (end - start === 1 && end < length && startsWord(kindAt(end))) {
    prefix = codeAt(start);
    return;
  }
  for (; end < length; end += 1) {
    const code = codeAt(end);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== SLASH) break;
  }
  units += runUnits(start, end);
  at = end;
}

function takeDigits(): void {
  payPrefix();
  let end = at + 1;
  while (end < length && kindAt(end) === DIGIT) end += 1;
  units += ((end - at + 2) / 3) * UNIT;
  at = end;
}

function takeCjk(): void {
  const start = at;
  let end = prefix === SPACE ? longestKnown(start, SPACE, true) : start;
  if (end > start) prefix = 0;
  else {
    payPrefix();
    end = longestKnown(start, 0, false);
  }
  units += end > start ? UNIT + (end - start - 1) * PER_CJK_IN_ONE : costAt(start);
  at = max(end, start + 1);
}

function longestKnown(start: i32, before: i32, hasBefore: bool): i32 {
  let found = start;
  let hash = before;
  const stop = min(length, start + CJK_LIMIT);
  for (let index = start; index < stop && kindAt(index) === CJK && costAt(index) === UNIT; index += 1) {
    hash = step(hash, codeAt(index));
    if ((index > start || hasBefore) && isKnown(hash, true)) found = index + 1;
  }
  return found;
}

function takeSymbol(): void {
  const spaced = prefix === SPACE;
  const code = codeAt(at);
  if ((code & 0xfc00) === 0xd800 && at + 1 < length && (codeAt(at + 1) & 0xfc00) === 0xdc00) {
    payPrefix();
    units += astralUnits(0x10000 + ((code & 0x3ff) << 10) + (codeAt(at + 1) & 0x3ff));
    at += 2;
    return;
  }
  if (!spaced) payPrefix();
  const hash = step(spaced ? SPACE : 0, code);
  const lined = at + 1 < length && codeAt(at + 1) === LINE_FEED && isKnown(step(hash, LINE_FEED), true);
  if (spaced && (lined || isKnown(hash, true))) prefix = 0;
  payPrefix();
  units += lined ? UNIT : costAt(at);
  at += lined ? 2 : 1;
}

function payPrefix(): void {
  if (prefix !== 0) units += UNIT;
  prefix = 0;
}

function startsWord(kind: i32): bool {
  return kind <= UPPER || kind === CJK;
}

function runUnits(start: i32, end: i32): i32 {
  const size = end - start;
  if (size === 1) return UNIT;
  let before = codeAt(start);
  let hash = before;
  let sum = UNIT;
  let turns = 0;
  for (let index = start + 1; index < end; index += 1) {
    const code = codeAt(index);
    hash = step(hash, code);
    sum += <i32>load<u8>(pairs + before * SYMBOLS + code);
    if (code !== before) turns += 1;
    before = code;
  }
  if (size > PIECE_LIMIT) return max(sum + (sum >> 2), <i32>Math.floor(<f64>turns * PER_TURN));
  return isKnown(hash, size >= RARE_FROM) ? UNIT : unknownUnits(start, end, hash, LEAST_OF_TWO);
}

function unknownWordUnits(start: i32, end: i32, hash: i32, sure: bool): i32 {
  if (prefix === 0) return unknownUnits(start, end, hash, LEAST_OF_TWO);
  if (prefix === SPACE) return unknownUnits(start - 1, end, hash, LEAST_OF_TWO_SPACED);
  const bare = hash - prefix * power(end - start);
  if (isKnown(bare, sure)) return 2 * UNIT;
  return unknownUnits(start - 1, end, hash, LEAST_OF_TWO_MARKED);
}

function unknownUnits(start: i32, end: i32, hash: i32, leastOfTwo: i32): i32 {
  const size = end - start;
  let code = codeAt(start);
  let symbol = <i32>load<u8>(symbols + code);
  let sum = <i32>load<u8>(costs + code);
  if (size === 1) return sum;
  let head = 0;
  let isTwo = 0;
  let weight = power(size - 1);
  for (let left = size - 1; left > 0; left -= 1) {
    const before = code;
    head = step(head, before);
    code = codeAt(end - left);
    const row = symbol * SYMBOLS;
    symbol = <i32>load<u8>(symbols + code);
    if (symbol !== OTHER) sum += <i32>load<u8>(pairs + row + symbol);
    else sum += <i32>load<u8>((code === before ? costs : inner) + code);
    const tail = hash - head * weight;
    weight *= HASH_INVERSE;
    isTwo |= isListed(head) & isListed(tail);
  }
  const most = max(sum, size * UNIT);
  if (isTwo === 1) return min(most, max(leastOfTwo, sum - OFF_FOR_TWO));
  const long = size > LONG_FROM ? (size - LONG_FROM) * PER_LONG_LETTER : 0;
  const least = size < PIECE_LIMIT ? LEAST_OF_MORE : <i32>Math.floor(<f64>size * PER_TURN);
  return min(most, max(max(sum, least), sum + (sum >> 3) - OFF_FOR_MORE + long));
}

function astralUnits(point: i32): i32 {
  if (point >= 0x1f300 && point < 0x1f540) return 2 * UNIT;
  if (point >= 0x1f600 && point < 0x1f6c0) return 2 * UNIT;
  if (point >= 0x1f900 && point < 0x1f980) return 2 * UNIT;
  if (point >= 0x1f1c0 && point < 0x1f200) return 2 * UNIT;
  const plane = point >> 12;
  return plane === 0x1f || plane === 0x1d ? 3 * UNIT : 4 * UNIT;
}
