import { classify, classOf } from "./host";
import { BYTE_KINDS, CLASSES, KNOWN_BLOCKS } from "./memory";

/** Of a byte: `LETTER` continues a word, `JOINER` may, anything else ends it. */
export const LETTER: u32 = 1;
/** Of a character: part of a word, or of a script that writes no spaces between words. */
export const WORD: u32 = 1;
export const DENSE: u32 = 2;

export function byteKind(byte: u32): u32 {
  return load<u8>(BYTE_KINDS + byte);
}

export function characterClass(code: u32): u32 {
  if (code > 0xffff) return classOf(code);
  const block = code >> 8;
  if (load<u8>(KNOWN_BLOCKS + block) === 0) {
    classify(block);
    store<u8>(KNOWN_BLOCKS + block, 1);
  }
  return load<u8>(CLASSES + code);
}

/** Lenient: bytes that are no UTF-8 read as some character, never as a position outside. */
export function codePointAt(at: usize, end: usize): u32 {
  const first: u32 = load<u8>(at);
  if (first < 0xe0) return at + 1 < end && first >= 0xc2 ? ((first & 0x1f) << 6) | (load<u8>(at, 1) & 0x3f) : 0x80;
  if (first < 0xf0) {
    if (at + 2 >= end) return 0x80;
    const code = ((first & 0x0f) << 12) | ((load<u8>(at, 1) & 0x3f) << 6) | (load<u8>(at, 2) & 0x3f);
    return code < 0x800 ? 0x80 : code;
  }
  if (at + 3 >= end) return 0x80;
  const tail = ((<u32>load<u8>(at, 1) & 0x3f) << 12) | ((<u32>load<u8>(at, 2) & 0x3f) << 6) | (load<u8>(at, 3) & 0x3f);
  const code = ((first & 0x07) << 18) | tail;
  return code < 0x10000 || code > 0x10ffff ? 0x80 : code;
}

/** By the code point: a broken byte (0x80) is stepped over alone. */
export function byteLength(code: u32): u32 {
  if (code === 0x80) return 1;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
