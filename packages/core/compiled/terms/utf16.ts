import { TEXT } from "./memory";

/** UTF-8 to UTF-16. Gives how many units, or -1 for bytes that are no UTF-8. */
export function widen(from: usize, to: usize): i32 {
  let at = from;
  let into: usize = TEXT;
  while (at < to) {
    if (at + 16 <= to) {
      const block = v128.load(at);
      if (!i8x16.bitmask(block)) {
        v128.store(into, i16x8.extend_low_i8x16_u(block));
        v128.store(into, i16x8.extend_high_i8x16_u(block), 16);
        at += 16;
        into += 32;
        continue;
      }
    }
    const first: u32 = load<u8>(at);
    if (first < 0x80) {
      store<u16>(into, first);
      at += 1;
      into += 2;
      continue;
    }
    const code = strictCode(at, first, to);
    if (code === 0) return -1;
    if (code < 0x10000) {
      store<u16>(into, code);
      into += 2;
      at += code < 0x800 ? 2 : 3;
    } else {
      store<u16>(into, 0xd800 + ((code - 0x10000) >> 10));
      store<u16>(into, 0xdc00 + (code & 0x3ff), 2);
      into += 4;
      at += 4;
    }
  }
  store<u32>(into, 0);
  return <i32>((into - TEXT) >> 1);
}

/** A character of two bytes or more; 0 where there is none. */
function strictCode(at: usize, first: u32, to: usize): u32 {
  if (at + 1 >= to || first < 0xc2 || first > 0xf4) return 0;
  const second: u32 = load<u8>(at, 1) ^ 0x80;
  if (second > 0x3f) return 0;
  if (first < 0xe0) return ((first & 0x1f) << 6) | second;
  if (at + 2 >= to) return 0;
  const third: u32 = load<u8>(at, 2) ^ 0x80;
  if (third > 0x3f) return 0;
  if (first < 0xf0) {
    const code = ((first & 0x0f) << 12) | (second << 6) | third;
    return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 0 : code;
  }
  if (at + 3 >= to) return 0;
  const fourth: u32 = load<u8>(at, 3) ^ 0x80;
  if (fourth > 0x3f) return 0;
  const code = ((first & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
  return code < 0x10000 || code > 0x10ffff ? 0 : code;
}
