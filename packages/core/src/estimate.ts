import { MOST_CHARACTERS } from "./estimate-compiled.js";
import {
  astralUnits,
  compiledUnits,
  costAt,
  decodedTables,
  isKnown,
  kindAt,
  runUnits,
  unknownWordUnits,
} from "./estimate-pieces.js";
import {
  CJK,
  CJK_LIMIT,
  DIGIT,
  isListed,
  LETTER,
  MARK,
  NEWLINE,
  PIECE_LIMIT,
  RARE_FROM,
  SURE_FROM,
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

const PER_CJK_IN_ONE = 3;

/** Where the scan stands. `prefix` is the blank or mark before `at` that may go with the next word and is not yet paid. */
interface Cursor {
  at: number;
  units: number;
  prefix: number;
}

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
  return Math.ceil(estimateUnits(text) / UNIT);
}

/** The same in parts of a token, not rounded yet. */
export function estimateUnits(text: string): number {
  const compiled = text.length > MOST_CHARACTERS ? undefined : compiledUnits();
  return compiled === undefined ? interpretedUnits(text) : compiled(text);
}

/** What `compiled/estimate.ts` does, in this language: for long texts, and where nothing can be compiled. */
export function interpretedUnits(text: string): number {
  decodedTables();
  const cursor: Cursor = { at: 0, units: 0, prefix: 0 };
  while (cursor.at < text.length) {
    const kind = kindAt(text, cursor.at);
    if (kind <= UPPER) takeWords(text, cursor);
    else takeOther(text, cursor, kind);
  }
  payPrefix(cursor);
  return cursor.units;
}

function takeOther(text: string, cursor: Cursor, kind: number): void {
  if (kind <= NEWLINE) takeBlanks(text, cursor);
  else if (kind === MARK) takeMarks(text, cursor);
  else if (kind === DIGIT) takeDigits(text, cursor);
  else if (kind === CJK) takeCjk(text, cursor);
  else takeSymbol(text, cursor);
}

/**
 * Words, as many as follow one another with single spaces between: most of a text, hence in local variables.
 * A word is capitals, then small letters: a capital after a small letter begins another. Long words are taken in parts.
 */
function takeWords(text: string, cursor: Cursor): void {
  const { kinds, known } = decodedTables();
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

function payPrefix(cursor: Cursor): void {
  if (cursor.prefix !== 0) cursor.units += UNIT;
  cursor.prefix = 0;
}

function startsWord(kind: number): boolean {
  return kind <= UPPER || kind === CJK;
}
