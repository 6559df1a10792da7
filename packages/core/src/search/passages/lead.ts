/** Where the lead of a passage ends, `Name: …` or `**Name** …`; its start where there is none. In UTF-8. */
export interface Lead {
  readonly start: number;
  readonly end: number;
}

const [COLON, SPACE, STAR, UNDERSCORE, HASH, QUOTE, DASH, FEED] = [
  0x3a, 0x20, 0x2a, 0x5f, 0x23, 0x3e, 0x2d, 0x0a,
] as const;
const LONGEST = 80;
/** A full-width colon in UTF-8, as Chinese and Japanese have it. */
const WIDE_COLON = [0xef, 0xbc, 0x9a] as const;

export function leadOf(bytes: Uint8Array, from: number, to: number): Lead {
  let start = from;
  while (start < to && isMarkup(bytes[start]!)) start++;
  const isBold = start - from >= 2 && bytes[start - 1] === STAR && bytes[start - 2] === STAR;
  const end = Math.min(to, start + LONGEST);
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === FEED) break;
    if (byte === COLON && (at + 1 >= to || isAfterLead(bytes[at + 1]!))) return { start, end: at };
    if (byte === WIDE_COLON[0] && bytes[at + 1] === WIDE_COLON[1] && bytes[at + 2] === WIDE_COLON[2])
      return { start, end: at };
    if (isBold && byte === STAR && bytes[at + 1] === STAR) return { start, end: at };
  }
  return { start, end: start };
}

function isMarkup(byte: number): boolean {
  return byte === SPACE || byte === STAR || byte === UNDERSCORE || byte === HASH || byte === QUOTE || byte === DASH;
}

function isAfterLead(byte: number): boolean {
  return byte === SPACE || byte === STAR || byte === UNDERSCORE || byte === FEED;
}
