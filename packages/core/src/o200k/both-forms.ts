import { escapedLength, type JsonText } from "./json-text.js";
import type { PieceCount } from "./piece-memory.js";
import type { PieceEnd } from "./split.js";

/** What a text costs as it is, and as a JSON string with what stands around it. */
export interface BothForms {
  readonly text: number;
  readonly json: number;
}

/**
 * Counts both in one pass: between two escapes the forms have the same bytes, and after at most a few pieces also the same borders. What
 * comes then is counted once, up to the piece that depends on the next escape.
 */
export function countBothForms(
  { around, text, json, escapes }: JsonText,
  pieceEnd: PieceEnd,
  pieceCount: PieceCount,
): BothForms {
  let [inBoth, inText, inJson] = [0, 0, 0];
  let [place, jsonPlace] = [0, 0];
  /** How much farther on the same place is in the JSON form: what stands before, and what the escapes so far have added. */
  let shift = around.before.length;
  let passed = 0;
  while (place < text.end || jsonPlace < json.end) {
    for (; escapes[passed]! < place; passed += 1) shift += escapedLength(text.bytes[escapes[passed]!]!) - 1;
    const ahead = jsonPlace - (place + shift);
    if (ahead >= 0 && place < text.end) {
      const end = pieceEnd(text.bytes, place, text.end);
      const tokens = pieceCount(text, place, end);
      if (ahead === 0 && isInBoth(text.bytes[end - 1]!, escapes[passed]! - end)) {
        inBoth += tokens;
        jsonPlace += end - place;
        place = end;
        continue;
      }
      inText += tokens;
      place = end;
    }
    if ((ahead <= 0 || place === text.end) && jsonPlace < json.end) {
      const end = pieceEnd(json.bytes, jsonPlace, json.end);
      inJson += pieceCount(json, jsonPlace, end);
      jsonPlace = end;
    }
  }
  return { text: inBoth + inText, json: inBoth + inJson };
}

/**
 * Whether a piece that is the same so far is so to its end, by its last byte and how far behind the next escape is. What is escaped and the
 * backslash both end a word or a number. Another piece may not reach that far: punctuation goes on with the backslash, and space, which
 * may be a character longer than its piece, does not, unless what is escaped is space too; then the piece reaches it.
 */
function isInBoth(last: number, left: number): boolean {
  return left > 0 || (left === 0 && isLetterOrDigit(last));
}

/** Of ASCII alone: a mark may end what is no word. */
function isLetterOrDigit(byte: number): boolean {
  const small = byte | 0x20;
  return (small >= 0x61 && small <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}
