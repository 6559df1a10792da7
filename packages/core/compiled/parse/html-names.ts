import { COLON, DASH, DOT, EQUALS, isDigit, isLetter, isWord, SPACE, UNDERSCORE } from "./characters";
import { byteAt } from "./layout";

const ID: u32 = 0x6469;
const NAME: u32 = 0x656d616e;

/** Whether HTML may name a place with an `id` or a `name`: the TypeScript reads which. */
export function mayName(start: i32, end: i32): bool {
  for (let at = start + 3; at < end; at++) {
    if (byteAt(at) !== EQUALS) continue;
    let to = at;
    while (to > start && byteAt(to - 1) <= SPACE) to--;
    if (isKey(start, to, 2, ID) || isKey(start, to, 4, NAME)) return true;
  }
  return false;
}

/** Whether the key that ends there is that word, and not the end of a longer one. */
function isKey(start: i32, end: i32, length: i32, word: u32): bool {
  const from = end - length;
  return from > start && isWord(from, length, word) && !isKeyCharacter(byteAt(from - 1));
}

function isKeyCharacter(code: i32): bool {
  return isLetter(code) || isDigit(code) || code === DASH || code === UNDERSCORE || code === COLON || code === DOT;
}
