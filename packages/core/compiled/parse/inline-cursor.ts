import { BACKSLASH, DASH, GREATER_THAN, PERCENT, RIGHT_BRACKET } from "./characters";
import { byteAt, SPECIALS } from "./layout";
import { NOWHERE } from "./marks";

/** Where the scan of a leaf's text stands. */
export namespace cursor {
  export let length: i32 = 0;
  /** The leaf that is read. */
  export let start: i32 = 0;
  export let end: i32 = 0;
  /** The address of the next special character, among all. */
  export let special: usize = 0;
  /** The same for the next `]]`, and where it stands. */
  export let wikiSpecial: usize = 0;
  export let wikiEnd: i32 = 0;
  export let commentEnd: i32 = 0;
}

export function beginInlines(length: i32): void {
  cursor.length = length;
  cursor.special = SPECIALS;
  cursor.wikiSpecial = SPECIALS;
  cursor.wikiEnd = -1;
  cursor.commentEnd = -1;
}

export function nextSpecial(at: i32): i32 {
  let special = cursor.special;
  let place = load<i32>(special);
  // One percent sign alone means nothing.
  while (place < at || (place !== NOWHERE && byteAt(place) === PERCENT && byteAt(place + 1) !== PERCENT)) {
    special += 4;
    place = load<i32>(special);
  }
  cursor.special = special;
  return place;
}

/** From where the next search goes on. Each search of a leaf's rest goes over it once, however often it asks for the next place. */
let sought: usize = 0;

export function beginSearch(): void {
  sought = cursor.special;
}

/** The first place from `at` on where that special character stands; `NOWHERE` where none does. */
export function nextOf(code: i32, at: i32): i32 {
  let special = sought;
  let place = load<i32>(special);
  while (place < at || (place !== NOWHERE && byteAt(place) !== code)) {
    special += 4;
    place = load<i32>(special);
  }
  sought = special;
  return place;
}

/** The same of two of it, one after the other. */
export function nextPairOf(code: i32, at: i32): i32 {
  let place = nextOf(code, at);
  while (place !== NOWHERE && byteAt(place + 1) !== code) place = nextOf(code, place + 1);
  return place;
}

export function nextWikiEnd(at: i32): i32 {
  if (cursor.wikiEnd >= at) return cursor.wikiEnd;
  let special = cursor.wikiSpecial;
  let place = load<i32>(special);
  while (
    place < at ||
    (place !== NOWHERE && (byteAt(place) !== RIGHT_BRACKET || byteAt(place + 1) !== RIGHT_BRACKET))
  ) {
    special += 4;
    place = load<i32>(special);
  }
  cursor.wikiSpecial = special;
  cursor.wikiEnd = place;
  return place;
}

/** The next end of an HTML comment. */
export function nextCommentEnd(at: i32): i32 {
  if (cursor.commentEnd >= at) return cursor.commentEnd;
  let place = at;
  const last = cursor.length - 3;
  while (place <= last && !(byteAt(place) === DASH && byteAt(place + 1) === DASH && byteAt(place + 2) === GREATER_THAN))
    place++;
  cursor.commentEnd = place <= last ? place : NOWHERE;
  return cursor.commentEnd;
}

export function isEscaped(at: i32): bool {
  let slash = at;
  while (slash > cursor.start && byteAt(slash - 1) === BACKSLASH) slash--;
  return ((at - slash) & 1) === 1;
}
