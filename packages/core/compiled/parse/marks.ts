import { FEEDS, NOTE, SPECIALS } from "./layout";

/** Larger than any offset. */
export const NOWHERE: i32 = 0x3fffffff;

/** What a note has anywhere. */
export const HAS_CARRIAGE_RETURN: i32 = 1;
export const HAS_MORE_THAN_ASCII: i32 = 2;

/**
 * Goes over the note sixteen bytes at a time, and notes where each line ends and where each of [ ] ` < # ^ % $ stands. Everything after this jumps
 * from one of these places to the next.
 */
export function findMarks(length: i32): i32 {
  // A byte is one of those sought where what its halves stand for has a bit in common. The highest: an end of a line.
  const low = i8x16(0x08, 0, 0, 0x01, 0x01, 0x01, 0, 0, 0, 0, -128, 0x04, 0x02, -124, 0x04, 0);
  const high = i8x16(-128, 0, 0x01, 0x02, 0, 0x04, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const half = i8x16.splat(15);
  let feeds = FEEDS;
  let specials = SPECIALS;
  let beyond: i32 = 0;
  let carriage = false;
  for (let at = 0; at < length; at += 16) {
    const bytes = v128.load(NOTE + at);
    beyond |= i8x16.bitmask(bytes);
    const found = v128.and(
      i8x16.swizzle(low, v128.and(bytes, half)),
      i8x16.swizzle(high, v128.and(i16x8.shr_u(bytes, 4), half)),
    );
    if (!v128.any_true(found)) continue;
    let ends = i8x16.bitmask(found);
    let marks = i8x16.bitmask(i8x16.ne(found, i8x16.splat(0))) & ~ends;
    while (ends !== 0) {
      const place = at + ctz(ends);
      if (load<u8>(NOTE + place) === 13) carriage = true;
      store<i32>(feeds, place);
      feeds += 4;
      ends &= ends - 1;
    }
    while (marks !== 0) {
      store<i32>(specials, at + ctz(marks));
      specials += 4;
      marks &= marks - 1;
    }
  }
  store<i32>(feeds, length);
  store<i32>(feeds, length, 4);
  store<i32>(specials, NOWHERE);
  return (carriage ? HAS_CARRIAGE_RETURN : 0) | (beyond !== 0 ? HAS_MORE_THAN_ASCII : 0);
}
