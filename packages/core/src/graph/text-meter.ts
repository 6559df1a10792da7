import { type Cursor, takePiece, tokensOf } from "../estimate.js";
import { decodedTables, kindAt } from "../estimate-pieces.js";
import { UPPER } from "../estimate-table.js";

const SPACE = 0x20;
const LINE_FEED = 10;
const TAB = 9;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * What a text costs by the default counter, found while its words are indexed: a word's cost is kept with its spelling. It counts to the
 * unit as `estimateTokens` does. Places of the text are UTF-16 units and those of its bytes are bytes; `shift` is how far they are apart.
 */
export interface TextMeter {
  /** Where it stands in the text. Whoever knows what the next piece costs may move it. */
  readonly cursor: Cursor;
  shift: number;
  /** A text, and the byte at which it begins. */
  begin(text: string, start: number): void;
  /** Takes the next piece, whatever it is. */
  piece(): void;
  /** These bytes were passed: those after the first of a character have no place of their own in the text; four of them are two units. */
  pass(bytes: Uint8Array, start: number, end: number): void;
  /** Whether the byte's character is a letter to the estimator. */
  isLetterAt(at: number): boolean;
  /** The cost of the whole text, once all of it was passed, and at the most as a JSON string. Never 0, which means that it is not known. */
  end(): { readonly text: number; readonly json: number };
}

export function createTextMeter(): TextMeter {
  const cursor: Cursor = { at: 0, units: 0, prefix: 0 };
  let text = "";
  let escapes = 0;

  function piece(): void {
    const from = cursor.at;
    takePiece(text, cursor);
    for (let at = from; at < cursor.at; at += 1) {
      const code = text.charCodeAt(at);
      if (code <= QUOTE || code === BACKSLASH || (code >= 0xd800 && code < 0xe000)) escapes += escapeCost(text, at);
    }
  }

  const meter: TextMeter = {
    cursor,
    shift: 0,
    begin(whole, start) {
      decodedTables();
      text = whole;
      meter.shift = start;
      escapes = 0;
      cursor.at = 0;
      cursor.units = 0;
      cursor.prefix = 0;
    },
    piece,
    pass(bytes, start, end) {
      for (let at = start; at < end; at += 1) {
        const byte = bytes[at]!;
        if (byte >= 0x80) meter.shift += byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
      }
    },
    isLetterAt: (at) => kindAt(text, at - meter.shift) <= UPPER,
    end() {
      while (cursor.at < text.length) piece();
      text = "";
      const count = Math.max(1, tokensOf(cursor));
      return { text: count, json: count + Math.ceil(8 + escapes) };
    },
  };
  return meter;
}

/**
 * Counting the escaped text as well would take half of the time that indexing a vault takes. An escape costs 1.2 tokens at the most
 * over 1,479 real notes and skills; what JSON writes as `\\u001f` costs up to 5. The rest of the text costs what it did.
 */
function escapeCost(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === LINE_FEED || code === QUOTE || code === BACKSLASH || code === TAB || code === CARRIAGE_RETURN)
    return 1.3;
  if (code < SPACE) return 5;
  if (code < 0xd800) return 0;
  // Half of a pair alone is escaped too.
  const paired =
    code < 0xdc00 ? (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 : (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return paired ? 0 : 5;
}
