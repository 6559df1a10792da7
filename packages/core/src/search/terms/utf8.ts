/** Lenient: bytes that are no UTF-8 read as some character, never as a position outside. */
export function codePointAt(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!;
  if (first < 0xe0) return at + 1 < end && first >= 0xc2 ? ((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f) : 0x80;
  if (first < 0xf0) {
    if (at + 2 >= end) return 0x80;
    const code = ((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
    return code < 0x800 ? 0x80 : code;
  }
  if (at + 3 >= end) return 0x80;
  const tail = ((bytes[at + 1]! & 0x3f) << 12) | ((bytes[at + 2]! & 0x3f) << 6) | (bytes[at + 3]! & 0x3f);
  const code = ((first & 0x07) << 18) | tail;
  return code < 0x10000 || code > 0x10ffff ? 0x80 : code;
}

/** By the code point: a broken byte (0x80) is stepped over alone. */
export function byteLength(code: number): number {
  if (code === 0x80) return 1;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
