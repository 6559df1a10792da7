import { createUtf8Text, type Utf8Text } from "./utf8-text.js";

/** What stands around a text that is written as a JSON string, in ASCII: up to the quote before it, and from the quote behind it. */
export interface JsonAround {
  readonly before: string;
  readonly after: string;
}

export const QUOTES: JsonAround = { before: '"', after: '"' };

/** A text and the same as a JSON string. */
export interface JsonText {
  readonly around: JsonAround;
  readonly text: Utf8Text;
  readonly json: Utf8Text;
  /** Where in the text something is escaped, in order, and last where the text ends. */
  readonly escapes: Int32Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const ZERO = 0x30;
/** Below, copying bytes takes no longer than asking for it. */
const BY_HAND = 64;

/** How many bytes stand for this one, which is escaped. */
export function escapedLength(byte: number): number {
  return letterFor(byte) === 0 ? 6 : 2;
}

/** What stands behind the backslash for this byte; 0 where it is its number. */
function letterFor(byte: number): number {
  switch (byte) {
    case QUOTE:
    case BACKSLASH:
      return byte;
    case 0x08:
      return 0x62;
    case 0x09:
      return 0x74;
    case 0x0a:
      return 0x6e;
    case 0x0c:
      return 0x66;
    case 0x0d:
      return 0x72;
  }
  return 0;
}

/**
 * Writes texts as `JSON.stringify` does. Nothing where there is U+FFFD, which may stand for a lone surrogate: that is escaped by what it was.
 */
export function createJsonWriter(): (text: Utf8Text, around: JsonAround) => JsonText | undefined {
  const json = createUtf8Text();
  let escapes = new Int32Array(1024);
  return (text, around) => {
    const { bytes, end } = text;
    let found = 0;
    let size = around.before.length + end + around.after.length;
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at]!;
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH && byte !== 0xef) continue;
      if (byte === 0xef) {
        if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) return undefined;
        continue;
      }
      if (found + 1 === escapes.length) escapes = wider(escapes);
      escapes[found] = at;
      found += 1;
      size += escapedLength(byte) - 1;
    }
    escapes[found] = end;
    json.reserve(size);
    writeAscii(around.before, json.bytes, 0);
    const to = writeEscaped(text, json.bytes, { to: around.before.length, escapes });
    writeAscii(around.after, json.bytes, to);
    json.endAt(size);
    return { around, text, json, escapes };
  };
}

function wider(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const result = new Int32Array(2 * numbers.length);
  result.set(numbers);
  return result;
}

function writeAscii(text: string, bytes: Uint8Array, to: number): void {
  for (let at = 0; at < text.length; at += 1) bytes[to + at] = text.charCodeAt(at);
}

/** Writes the text itself, and says where it ends. */
function writeEscaped(
  { bytes, end }: Utf8Text,
  json: Uint8Array,
  { to, escapes }: { readonly to: number; readonly escapes: Int32Array },
): number {
  let place = to;
  let at = 0;
  for (let next = 0; ; next += 1) {
    const stop = escapes[next]!;
    if (stop - at > BY_HAND) {
      json.set(bytes.subarray(at, stop), place);
      place += stop - at;
      at = stop;
    }
    for (; at < stop; at += 1) {
      json[place] = bytes[at]!;
      place += 1;
    }
    if (stop === end) return place;
    place = writeEscape(bytes[at]!, json, place);
    at += 1;
  }
}

function writeEscape(byte: number, json: Uint8Array, to: number): number {
  const letter = letterFor(byte);
  json[to] = BACKSLASH;
  json[to + 1] = letter === 0 ? SMALL_U : letter;
  if (letter !== 0) return to + 2;
  const last = byte & 15;
  json[to + 2] = ZERO;
  json[to + 3] = ZERO;
  json[to + 4] = ZERO + (byte >> 4);
  json[to + 5] = last < 10 ? ZERO + last : 0x57 + last;
  return to + 6;
}
