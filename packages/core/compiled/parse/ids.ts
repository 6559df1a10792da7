import { DASH, DOT, HASH, isDigit, isLetter, PLUS, SLASH } from "./characters";
import { addKey, ID } from "./keys";
import { extend, ID_BYTES, ID_ENDS, lengthOf, push4 } from "./lists";
import { copyText } from "./texts";

const LONGEST_SLUG: usize = 80;
const SHARP: u64 = 0x70726168732d;

/** Two notes have the same id so far. */
export namespace ids {
  export let shared: bool = false;
}

/** Writes the readable id part that ASCII text gives; gives its end, 0 where that is too long or nothing. */
export function slugTo(place: usize, from: usize, to: usize): usize {
  if (to - from > LONGEST_SLUG) return 0;
  let at = place;
  for (let source = from; source < to; source++) {
    const code = <i32>load<u8>(source);
    if (code === HASH) {
      // -sharp
      if (at > place && load<u8>(at - 1) === DASH) at--;
      const skipped = at === place ? 1 : 0;
      store<u64>(at, SHARP >>> (skipped << 3));
      at += 6 - skipped;
    } else if (isKept(code)) store<u8>(at++, isLetter(code) ? code | 32 : code);
    else if (at > place && load<u8>(at - 1) !== DASH) store<u8>(at++, DASH);
  }
  while (at > place && load<u8>(at - 1) === DASH) at--;
  return at === place || at - place > LONGEST_SLUG ? 0 : at;
}

/** Letters, digits, + . / and what Unicode has among its symbols: ^ and `. */
function isKept(code: i32): bool {
  return (
    isLetter(code) || isDigit(code) || code === PLUS || code === DOT || code === SLASH || code === 94 || code === 96
  );
}

/** Adds the next note's id, with its length before it. */
export function addId(from: usize, to: usize, note: i32): void {
  const length = <u32>(to - from);
  if (!addKey(ID, from, to, note)) ids.shared = true;
  let at: usize;
  if (length < 0x80) {
    at = extend(ID_BYTES, length + 1);
    store<u8>(at++, length);
  } else {
    at = extend(ID_BYTES, length + 2);
    store<u8>(at++, (length & 0x7f) | 0x80);
    store<u8>(at++, length >>> 7);
  }
  copyText(at, from, length);
  push4(ID_ENDS, <i32>lengthOf(ID_BYTES));
}
