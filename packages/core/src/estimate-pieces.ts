import { type CompiledEstimate, compileEstimate } from "./estimate-compiled.js";
import {
  type EstimateTables,
  isListed,
  OTHER,
  PIECE_LIMIT,
  POWERS,
  RARE_FROM,
  SYMBOLS,
  step,
  TWICE,
  UNIT,
} from "./estimate-table.js";
import { loadTables } from "./estimate-unpack.js";

// What a piece of text costs, once it is cut: the cuts are made in estimate.ts.

const SPACE = 32;

// What a piece costs that is not one token, in units. Set by measurement, see the decision page.
const LEAST_OF_TWO = 2.125 * UNIT;
const LEAST_OF_TWO_SPACED = 1.875 * UNIT;
const LEAST_OF_TWO_MARKED = 2.5 * UNIT;
const LEAST_OF_MORE = 2.5 * UNIT;
const OFF_FOR_TWO = 19;
const OFF_FOR_MORE = 6;
const LONG_FROM = 8;
const PER_LONG_LETTER = 5;
/** Two characters that take turns over and over seldom merge further than into one token each time. */
const PER_TURN = 0.52 * UNIT;

/** The tables, decoded when the first text is counted, and what counts with them faster where there is such a thing. */
let tables: EstimateTables;
let compiled: CompiledEstimate | undefined;

export function decodedTables(): EstimateTables {
  if (tables === undefined) {
    const made = compileEstimate(loadTables);
    tables = made?.tables ?? loadTables();
    compiled = made?.units;
  }
  return tables;
}

/** `estimateUnits`, compiled; nothing where that cannot be. */
export function compiledUnits(): CompiledEstimate | undefined {
  decodedTables();
  return compiled;
}

export function kindAt(text: string, at: number): number {
  return tables.kinds[text.charCodeAt(at)] as number;
}

export function costAt(text: string, at: number): number {
  return tables.costs[text.charCodeAt(at)] as number;
}

export function isKnown(hash: number, sure: boolean): boolean {
  const { known } = tables;
  return isListed(hash, known) === 1 && (!sure || isListed(Math.imul(hash, TWICE), known) === 1);
}

/** A run of marks or blanks. */
export function runUnits(text: string, start: number, end: number): number {
  const { pairs } = tables;
  const length = end - start;
  if (length === 1) return UNIT;
  let before = text.charCodeAt(start);
  let hash = before;
  let sum = UNIT;
  let turns = 0;
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    hash = step(hash, code);
    sum += pairs[before * SYMBOLS + code] as number;
    if (code !== before) turns += 1;
    before = code;
  }
  if (length > PIECE_LIMIT) return Math.max(sum + (sum >> 2), Math.floor(turns * PER_TURN));
  return isKnown(hash, length >= RARE_FROM) ? UNIT : unknownUnits(text, start, end, hash, LEAST_OF_TWO);
}

/** A word that is not one token, with the character before it if there is one; `hash` is that of both. */
export function unknownWordUnits(
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

/**
 * A piece that is not one token: the sum of its pairs, less if some cut leaves a known piece on both sides, else more.
 * All cuts are tried, because a loop that stops early is mispredicted and costs more.
 */
export function unknownUnits(text: string, start: number, end: number, hash: number, leastOfTwo: number): number {
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
  const least = length < PIECE_LIMIT ? LEAST_OF_MORE : Math.floor(length * PER_TURN);
  return Math.min(most, Math.max(sum, least, sum + (sum >> 3) - OFF_FOR_MORE + long));
}

/** Outside the first 65,536 characters: by the bytes that o200k merges in emoji and mathematical letters, else by all four. */
export function astralUnits(point: number): number {
  if (point >= 0x1f300 && point < 0x1f540) return 2 * UNIT;
  if (point >= 0x1f600 && point < 0x1f6c0) return 2 * UNIT;
  if (point >= 0x1f900 && point < 0x1f980) return 2 * UNIT;
  if (point >= 0x1f1c0 && point < 0x1f200) return 2 * UNIT;
  const plane = point >> 12;
  return plane === 0x1f || plane === 0x1d ? 3 * UNIT : 4 * UNIT;
}
