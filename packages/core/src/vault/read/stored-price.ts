import { type TextPrice, textPrice } from "../../content/text-price.js";
import { saysDescription } from "../../gate/render/render-text.js";
import { readText } from "../notes/byte-reader.js";

export interface StoredPrice extends TextPrice {
  /** Whether a body says its description by itself. */
  readonly says: boolean;
}

export function storedPrice(text: string, description: string): StoredPrice {
  return { ...textPrice(text), says: says(text, description) };
}

const LONG_WORD = /[a-z]{6,}/;

/**
 * Whether a body says its description by itself. Most do not, and lack a word of it: a look for that word spares taking the marks off both.
 * A word that is marked up inside is missed, and then the price is a little too high.
 */
export function says(text: string, description: string): boolean {
  const word = LONG_WORD.exec(description)?.[0];
  // As far as the description is looked for.
  if (word !== undefined && !text.slice(0, 400 + 2 * description.length).includes(word)) return false;
  return saysDescription(text, description);
}

/** The same of a file and a description that are bytes; what is not looked at is not decoded. */
export function fileSays(
  file: Buffer,
  textStart: number,
  bytes: Uint8Array,
  [start = 0, end = 0]: readonly number[],
): boolean {
  // In UTF-8 a character takes three bytes at the most.
  const opening = Math.min(file.length, textStart + 3 * (400 + 2 * (end - start)));
  const [from, to] = longWord(bytes, start, end);
  if (from < to) {
    const found = file.indexOf(bytes.subarray(from, to), textStart);
    if (found < 0 || found >= opening) return false;
  }
  return says(file.toString("utf8", textStart, opening), readText(bytes, start, end));
}

/** What `LONG_WORD` finds. */
function longWord(bytes: Uint8Array, start: number, end: number): readonly [number, number] {
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && bytes[at]! >= 0x61 && bytes[at]! <= 0x7a) continue;
    if (at - from >= 6) return [from, at];
    from = at + 1;
  }
  return [end, end];
}
