import { stem } from "./stem.js";
import { isAsciiLetter } from "./word-bounds.js";
import { wordTerms } from "./word-terms.js";

const decoder = new TextDecoder("utf-8");
const codes: number[] = [];

/** The terms of a word as it stands in the bytes: asked once for each distinct spelling. */
export function termsOfSpelling(bytes: Uint8Array, start: number, end: number): readonly string[] {
  if (isPlainWord(bytes, start, end)) return [stem(lowerCase(bytes, start, end))];
  if (isNumber(bytes, start, end)) return [lowerCase(bytes, start, end)];
  return wordTerms(decoder.decode(bytes.subarray(start, end)));
}

/** Lower-case letters, one capital in front at most: what most words are. */
function isPlainWord(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (bytes[at]! < 0x61 || bytes[at]! > 0x7a) return false;
  return isAsciiLetter(bytes[start]!);
}

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! < 0x30 || bytes[at]! > 0x39) return false;
  return true;
}

/** Digits have the bit already that makes a letter small. */
function lowerCase(bytes: Uint8Array, start: number, end: number): string {
  codes.length = end - start;
  for (let at = start; at < end; at++) codes[at - start] = bytes[at]! | 0x20;
  return String.fromCharCode.apply(null, codes);
}

/** Half-width kana and full-width signs to their usual form. */
export function foldWidth(code: number): number {
  return String.fromCodePoint(code).normalize("NFKC").codePointAt(0) ?? code;
}
