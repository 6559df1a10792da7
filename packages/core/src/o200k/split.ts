import {
  asciiKinds,
  characterKinds,
  HEAD,
  LINE_END,
  lateKind,
  MARK,
  NUMBER,
  SPACE,
  TAIL,
  WORD,
} from "./character-kinds.js";

const APOSTROPHE = 0x27;
const BLANK = 0x20;
const SLASH = 0x2f;

/** How many bytes the character takes that begins with this one. */
export function widthOf(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/**
 * The split pattern of o200k, as a function from where a piece begins to where it ends. The text is well-formed UTF-8 with a zero
 * at `end`.
 *
 *     [^\r\n\p{L}\p{N}]?[HEAD]*[TAIL]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?      a word, with one character before it
 *     [^\r\n\p{L}\p{N}]?[HEAD]+[TAIL]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?      a word in capitals
 *     \p{N}{1,3}
 *      ?[^\s\p{L}\p{N}]+[\r\n/]*                                         punctuation
 *     \s*[\r\n]+                                                         space up to the last line end
 *     \s+(?!\S)                                                          space but for the character before a word
 *     \s+
 */
export type PieceEnd = (bytes: Uint8Array, start: number, end: number) => number;

export function createSplit(): PieceEnd {
  const ascii = asciiKinds();
  let kinds: Uint8Array | undefined;

  function kindAt(bytes: Uint8Array, at: number): number {
    const lead = bytes[at]!;
    if (lead < 0x80) return ascii[lead]!;
    kinds ??= characterKinds();
    if (lead < 0xe0) return kinds[((lead & 31) << 6) | (bytes[at + 1]! & 63)]!;
    if (lead < 0xf0) return kinds[((lead & 15) << 12) | ((bytes[at + 1]! & 63) << 6) | (bytes[at + 2]! & 63)]!;
    const code =
      ((lead & 7) << 18) | ((bytes[at + 1]! & 63) << 12) | ((bytes[at + 2]! & 63) << 6) | (bytes[at + 3]! & 63);
    return code < kinds.length ? kinds[code]! : lateKind(code);
  }

  function wordEnd(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let kind = 0;
    // `[HEAD]*` gives back what it took until `[TAIL]+` can match: to the last character that belongs to both.
    let lastOfBoth = start;
    while (at < end) {
      kind = kindAt(bytes, at);
      if ((kind & HEAD) === 0) break;
      at += widthOf(bytes[at]!);
      if ((kind & TAIL) !== 0) lastOfBoth = at;
    }
    if (at < end && (kind & TAIL) !== 0) {
      do at += widthOf(bytes[at]!);
      while (at < end && (kindAt(bytes, at) & TAIL) !== 0);
    } else if (lastOfBoth > start) at = lastOfBoth;
    return at < end && bytes[at] === APOSTROPHE ? contractionEnd(bytes, at, end) : at;
  }

  function punctuationEnd(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    while (at < end) {
      const kind = kindAt(bytes, at);
      if (kind !== 0 && (kind & MARK) === 0) break;
      at += widthOf(bytes[at]!);
    }
    while (at < end && (bytes[at] === 10 || bytes[at] === 13 || bytes[at] === SLASH)) at += 1;
    return at;
  }

  function spaceEnd(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let last = start;
    let lineEnd = start;
    while (at < end) {
      const kind = kindAt(bytes, at);
      if ((kind & SPACE) === 0) break;
      last = at;
      at += widthOf(bytes[at]!);
      if ((kind & LINE_END) !== 0) lineEnd = at;
    }
    if (lineEnd > start) return lineEnd;
    return at === end || last === start ? at : last;
  }

  function numberEnd(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    for (let digits = 0; digits < 3 && at < end && (kindAt(bytes, at) & NUMBER) !== 0; digits += 1)
      at += widthOf(bytes[at]!);
    return at;
  }

  return (bytes, start, end) => {
    const plain = plainWordEnd(bytes, start, end);
    if (plain > start) return plain;
    const lead = bytes[start]!;
    const kind = kindAt(bytes, start);
    if ((kind & WORD) !== 0) return wordEnd(bytes, start, end);
    if (kind === NUMBER) return numberEnd(bytes, start, end);
    const next = start + widthOf(lead);
    if (next < end && (kind & LINE_END) === 0) {
      const following = kindAt(bytes, next);
      if ((following & WORD) !== 0) return wordEnd(bytes, next, end);
      if (following === 0 && lead === BLANK) return punctuationEnd(bytes, next, end);
    }
    return kind === 0 ? punctuationEnd(bytes, next, end) : spaceEnd(bytes, start, end);
  };
}

/**
 * The most frequent case alone: a blank or none, a capital or none, small letters of ASCII, and then a character of ASCII that ends the
 * word whatever follows. `start` where it is not so.
 */
function plainWordEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (bytes[at] === BLANK) at += 1;
  if (bytes[at]! >= 0x41 && bytes[at]! <= 0x5a) at += 1;
  const small = at;
  while (bytes[at]! >= 0x61 && bytes[at]! <= 0x7a) at += 1;
  return at > small && at < end && bytes[at]! < 0x80 && bytes[at] !== APOSTROPHE ? at : start;
}

/** Where `(?i:'s|'t|'re|'ve|'m|'ll|'d)` ends, the apostrophe being at `at`; there, if it does not match. */
function contractionEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end) return at;
  switch (bytes[at + 1]! | 0x20) {
    case 0x73:
    case 0x74:
    case 0x6d:
    case 0x64:
      return at + 2;
    case 0x72:
    case 0x76:
      return at + 2 < end && (bytes[at + 2]! | 0x20) === 0x65 ? at + 3 : at;
    case 0x6c:
      return at + 2 < end && (bytes[at + 2]! | 0x20) === 0x6c ? at + 3 : at;
    case 0xe5:
      // ſ is an s to a pattern that ignores case.
      return bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf ? at + 3 : at;
  }
  return at;
}
