import { codePointAt } from "./utf8.js";
import { DOT, KIND, LETTER } from "./word-bounds.js";

/** How a spelling is written: never a name, one unless it begins a sentence, or one in any case. */
const COMMON = 0;
export const CAPITAL = 1;
export const NAMED = 2;

export function styleOf(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start]!;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at]!;
    if ((byte >= 0x41 && byte <= 0x5a) || byte === 0x5f) return NAMED;
  }
  if (first >= 0x80) return isLowerCase(codePointAt(bytes, start, end)) ? COMMON : NAMED;
  return first >= 0x41 && first <= 0x5a ? CAPITAL : COMMON;
}

/** What stands before the word, quotes and brackets aside: a full stop, a line break or nothing begins a sentence. */
export function startsSentence(bytes: Uint8Array, start: number): boolean {
  for (let at = start - 1; at >= 0; at--) {
    const byte = bytes[at]!;
    if (KIND[byte] === LETTER || byte >= 0x80) return false;
    if (byte === 0x0a || byte === DOT || byte === 0x21 || byte === 0x3f || byte === 0x3a) return true;
    if (byte === 0x2c || byte === 0x3b || byte === 0x29) return false;
  }
  return true;
}

function isLowerCase(code: number): boolean {
  const letter = String.fromCodePoint(code);
  return letter !== letter.toUpperCase();
}
