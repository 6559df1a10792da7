import { isStopWord } from "./stop-words.js";
import { hashTerm } from "./term-hash.js";
import { codePointAt } from "./utf8.js";

/** A word with a capital in front that is no stop word: part of a name, also where it begins a sentence. */
export const PROPER = 1;
/** A small word inside names: Bank of England, Ludwig van Beethoven. */
export const JOINING = 2;
export const DIGITS = 3;

const JOINERS = new Set(
  "of the and de la le del di da do dos das du des van von der den zu y e og och en et und".split(" "),
);
const SHORTEST = 3;

/** What a spelling can be in a name. Scripts without capitals have no marks: every word there would be one. */
export function nameMark(bytes: Uint8Array, start: number, end: number, terms: readonly string[]): number {
  const first = bytes[start]!;
  if (first >= 0x30 && first <= 0x39) return DIGITS;
  const [term] = terms;
  if (first >= 0x61 && first <= 0x7a) return term !== undefined && JOINERS.has(term) ? JOINING : 0;
  if (term === undefined || !isCapital(bytes, start, end, first)) return 0;
  if (terms.length === 1 && (end - start < SHORTEST || isStopTerm(term))) return JOINERS.has(term) ? JOINING : 0;
  return PROPER;
}

function isCapital(bytes: Uint8Array, start: number, end: number, first: number): boolean {
  if (first < 0x80) return first >= 0x41 && first <= 0x5a;
  const letter = String.fromCodePoint(codePointAt(bytes, start, end));
  return letter !== letter.toLowerCase();
}

function isStopTerm(term: string): boolean {
  const { low, high } = hashTerm(term);
  return isStopWord(low, high);
}
