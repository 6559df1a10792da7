import {
  CJK,
  CJK_LIMIT,
  DIGIT,
  isListed,
  LETTER,
  loadTables,
  MARK,
  NEWLINE,
  OTHER,
  PIECE_LIMIT,
  POWERS,
  RARE_FROM,
  SURE_FROM,
  SYMBOLS,
  step,
  TWICE,
  UNIT,
  UPPER,
} from "./estimate-table.js";

/**
 * What the estimate may fall short by: `o200k(text) ≤ estimate(text) × (1 + share) + fixed`.
 * Measured, not proved: `docs/decisions/token-estimator.md` has the figures and the command that prints them.
 */
export const ESTIMATE_MARGIN: { readonly share: number; readonly fixed: number } = { share: 0.03, fixed: 5 };

const SPACE = 32;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SLASH = 47;

// What a piece costs that is not one token, in units. Set by measurement, see the decision page.
const LEAST_OF_TWO = 2.125 * UNIT;
const LEAST_OF_TWO_SPACED = 1.875 * UNIT;
const LEAST_OF_TWO_MARKED = 2.5 * UNIT;
const LEAST_OF_MORE = 2.5 * UNIT;
const OFF_FOR_TWO = 19;
const OFF_FOR_MORE = 6;
const LONG_FROM = 8;
const PER_LONG_LETTER = 5;
const PER_CJK_IN_ONE = 3;

/** Where the scan stands. `prefix` is the blank or mark before `at` that may go with the next word and is not yet paid. */
interface Cursor {
  at: number;
  units: number;
  prefix: number;
}

let tables: ReturnType<typeof loadTables>;

/**
 * The o200k tokens of a text, estimated on the safe side, in one pass.
 *
 * The text is cut as the tokenizer cuts it before it merges: a word with the character before it, a run of marks,
 * a run of blanks, up to three digits. A piece known to be one token costs one; any other costs what its pairs of
 * characters cost on average, and somewhat more. Digits cost by their number, never by which they are.
 *
 * Never more than the UTF-8 bytes. A whole costs at most 2 more than its parts, unless the cut falls inside a word,
 * a run of marks or a run of blanks: there the parts may be known where the whole is not, and it can be several more.
 */
export function estimateTokens(text: string): number {
  tables ??= loadTables();
  const cursor: Cursor = { at: 0, units: 0, prefix: 0 };
  while (cursor.at < text.length) {
    const kind = kindAt(text, cursor.at);
    if (kind <= UPPER) takeWords(text, cursor);
    else if (kind <= NEWLINE) takeBlanks(text, cursor);
    else if (kind === MARK) takeMarks(text, cursor);
    else if (kind === DIGIT) takeDigits(text, cursor);
    else if (kind === CJK) takeCjk(text, cursor);
    else takeSymbol(text, cursor);
  }
  payPrefix(cursor);
  return Math.ceil(cursor.units / UNIT);
}

/**
 * Words, as many as follow one another with single spaces between: most of a text, hence in local variables.
 * A word is capitals, then small letters: a capital after a small letter begins another. Long words are taken in parts.
 */
function takeWords(text: string, cursor: Cursor): void {
  const { kinds, known } = tables;
  const { length } = text;
  let { at, prefix, units } = cursor;
  let code = text.charCodeAt(at);
  let kind = kinds[code] as number;
  while (kind <= UPPER) {
    const start = at;
    const stop = Math.min(length, start + PIECE_LIMIT);
    let hash = prefix;
    let bits = 0;
    let before = kind;
    do {
      bits |= code;
      hash = step(hash, code);
      at += 1;
      code = at < length ? text.charCodeAt(at) : 0;
      before = kind;
      kind = kinds[code] as number;
    } while (at < stop && (kind <= LETTER || (kind === UPPER && before === UPPER)));
    // A chance hit costs most where a word is long or rare or in capitals, so those must be found twice.
    const sure =
      at - start >= SURE_FROM || bits > 127 || (at - start >= RARE_FROM && kindAt(text, start + 1) === UPPER);
    const isToken = isListed(hash, known) === 1 && (!sure || isListed(Math.imul(hash, TWICE), known) === 1);
    units += isToken ? UNIT : unknownWordUnits(text, start, at, hash, prefix, sure);
    prefix = 0;
    if (code === SPACE && at + 1 < length && kindAt(text, at + 1) <= UPPER) {
      at += 1;
      prefix = SPACE;
      code = text.charCodeAt(at);
      kind = kinds[code] as number;
    }
  }
  cursor.at = at;
  cursor.units = units;
  cursor.prefix = prefix;
}

/** A word that is not one token, with the character before it if there is one; `hash` is that of both. */
function unknownWordUnits(
  text: string,
  start: number,
  end: number,
  hash: number,
  prefix: number,
  sure: boolean,
): number {
  if (prefix === 0) return unknownUnits(text, start, end, hash, LEAST_OF_TWO);
  if (prefix === SPACE) return unknownUnits(text, start - 1, end, hash, LEAST_OF_TWO_SPACED);
  const bare = (hash - Math.imul(prefix, POWERS[end - start] as number)) | 0;
  if (isKnown(bare, sure)) return 2 * UNIT;
  return unknownUnits(text, start - 1, end, hash, LEAST_OF_TWO_MARKED);
}

/** Blanks up to the last line end are one piece; of the rest, the last blank goes with what follows. */
function takeBlanks(text: string, cursor: Cursor): void {
  payPrefix(cursor);
  const start = cursor.at;
  let end = start;
  let line = start;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind <= UPPER || kind > NEWLINE) break;
    if (kind === NEWLINE) line = end + 1;
  }
  const last = end < text.length && end > line ? end - 1 : end;
  if (line > start) cursor.units += runUnits(text, start, line);
  if (last > line) cursor.units += runUnits(text, line, last);
  if (end > last) cursor.prefix = text.charCodeAt(last);
  cursor.at = end;
}

/** A single mark goes with the word after it; a run stands alone, takes a space before it and the line ends after it. */
function takeMarks(text: string, cursor: Cursor): void {
  const spaced = cursor.prefix === SPACE;
  if (!spaced) payPrefix(cursor);
  const start = spaced ? cursor.at - 1 : cursor.at;
  let end = cursor.at + 1;
  while (end < text.length && kindAt(text, end) === MARK) end += 1;
  cursor.prefix = 0;
  cursor.at = end;
  if (end - start === 1 && end < text.length && startsWord(kindAt(text, end))) {
    cursor.prefix = text.charCodeAt(start);
    return;
  }
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== SLASH) break;
  }
  cursor.units += runUnits(text, start, end);
  cursor.at = end;
}

function takeDigits(text: string, cursor: Cursor): void {
  payPrefix(cursor);
  let end = cursor.at + 1;
  while (end < text.length && kindAt(text, end) === DIGIT) end += 1;
  cursor.units += Math.ceil((end - cursor.at) / 3) * UNIT;
  cursor.at = end;
}

/** Chinese, Japanese and Korean have no spaces to cut at: the longest known piece is taken, else one character. */
function takeCjk(text: string, cursor: Cursor): void {
  const start = cursor.at;
  let end = cursor.prefix === SPACE ? longestKnown(text, start, step(0, SPACE)) : start;
  if (end > start) cursor.prefix = 0;
  else {
    payPrefix(cursor);
    end = longestKnown(text, start, 0);
  }
  cursor.units += end > start ? UNIT + (end - start - 1) * PER_CJK_IN_ONE : costAt(text, start);
  cursor.at = Math.max(end, start + 1);
}

function longestKnown(text: string, start: number, before: number): number {
  let known = start;
  let hash = before;
  const stop = Math.min(text.length, start + CJK_LIMIT);
  for (let at = start; at < stop && kindAt(text, at) === CJK && costAt(text, at) === UNIT; at += 1) {
    hash = step(hash, text.charCodeAt(at));
    if ((at > start || before !== 0) && isKnown(hash, true)) known = at + 1;
  }
  return known;
}

/** Any other character. With the space before it or the line end after it, it may still be one token. */
function takeSymbol(text: string, cursor: Cursor): void {
  const spaced = cursor.prefix === SPACE;
  const point = text.codePointAt(cursor.at) as number;
  if (point > 0xffff) {
    payPrefix(cursor);
    cursor.units += astralUnits(point);
    cursor.at += 2;
    return;
  }
  if (!spaced) payPrefix(cursor);
  const hash = step(spaced ? step(0, SPACE) : 0, point);
  const lined = text.charCodeAt(cursor.at + 1) === LINE_FEED && isKnown(step(hash, LINE_FEED), true);
  if (spaced && (lined || isKnown(hash, true))) cursor.prefix = 0;
  payPrefix(cursor);
  cursor.units += lined ? UNIT : costAt(text, cursor.at);
  cursor.at += lined ? 2 : 1;
}

/** Outside the first 65,536 characters: by the bytes that o200k merges in emoji and mathematical letters, else by all four. */
function astralUnits(point: number): number {
  if (point >= 0x1f300 && point < 0x1f540) return 2 * UNIT;
  if (point >= 0x1f600 && point < 0x1f6c0) return 2 * UNIT;
  if (point >= 0x1f900 && point < 0x1f980) return 2 * UNIT;
  if (point >= 0x1f1c0 && point < 0x1f200) return 2 * UNIT;
  const plane = point >> 12;
  return plane === 0x1f || plane === 0x1d ? 3 * UNIT : 4 * UNIT;
}

/** A run of marks or blanks. */
function runUnits(text: string, start: number, end: number): number {
  const { pairs } = tables;
  const length = end - start;
  if (length === 1) return UNIT;
  let before = text.charCodeAt(start);
  let hash = before;
  let sum = UNIT;
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    hash = step(hash, code);
    sum += pairs[before * SYMBOLS + code] as number;
    before = code;
  }
  if (length > PIECE_LIMIT) return sum + (sum >> 2);
  return isKnown(hash, length >= RARE_FROM) ? UNIT : unknownUnits(text, start, end, hash, LEAST_OF_TWO);
}

/**
 * A piece that is not one token: the sum of its pairs, less if some cut leaves a known piece on both sides, else more.
 * All cuts are tried, because a loop that stops early is mispredicted and costs more.
 */
function unknownUnits(text: string, start: number, end: number, hash: number, leastOfTwo: number): number {
  const { costs, inner, known, pairs, symbols } = tables;
  const length = end - start;
  let code = text.charCodeAt(start);
  let symbol = symbols[code] as number;
  let sum = costs[code] as number;
  if (length === 1) return sum;
  let head = 0;
  let isTwo = 0;
  for (let left = length - 1; left > 0; left -= 1) {
    const before = code;
    head = step(head, before);
    code = text.charCodeAt(end - left);
    const row = symbol * SYMBOLS;
    symbol = symbols[code] as number;
    // Letters beyond ASCII merge with others, rarely with themselves.
    if (symbol !== OTHER) sum += pairs[row + symbol] as number;
    else sum += (code === before ? costs[code] : inner[code]) as number;
    const tail = (hash - Math.imul(head, POWERS[left] as number)) | 0;
    isTwo |= isListed(head, known) & isListed(tail, known);
  }
  // Never more than the bytes: the sum is at most that, and so is a token for each character.
  const most = Math.max(sum, length * UNIT);
  if (isTwo === 1) return Math.min(most, Math.max(leastOfTwo, sum - OFF_FOR_TWO));
  const long = length > LONG_FROM ? (length - LONG_FROM) * PER_LONG_LETTER : 0;
  return Math.min(most, Math.max(sum, LEAST_OF_MORE, sum + (sum >> 3) - OFF_FOR_MORE + long));
}

function isKnown(hash: number, sure: boolean): boolean {
  const { known } = tables;
  return isListed(hash, known) === 1 && (!sure || isListed(Math.imul(hash, TWICE), known) === 1);
}

function payPrefix(cursor: Cursor): void {
  if (cursor.prefix !== 0) cursor.units += UNIT;
  cursor.prefix = 0;
}

function startsWord(kind: number): boolean {
  return kind <= UPPER || kind === CJK;
}

function kindAt(text: string, at: number): number {
  return tables.kinds[text.charCodeAt(at)] as number;
}

function costAt(text: string, at: number): number {
  return tables.costs[text.charCodeAt(at)] as number;
}
