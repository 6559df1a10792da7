import { byteKind, byteLength, characterClass, codePointAt, DENSE, LETTER } from "./characters";
import { addTerm } from "./documents";
import { dense } from "./host";
import { CAPITAL, find, hashOf, listOf, MARKS, NAMED, remember, STYLE_MASK, VALUE } from "./spellings";
import { continues, endOfWord, startsOddly, startsSentence } from "./words";

/** Longer than any word, shorter than what base64 and minified code would fill an index with. */
const WORD_BYTES: usize = 64;

/** Takes the word, or steps over the character, at `at`. */
export function afterNext(at: usize, from: usize, end: usize): usize {
  const byte: u32 = load<u8>(at);
  if (byteKind(byte) === LETTER || startsOddly(at, from, end)) return addWordAt(at, end);
  if (byte < 0x80) return at + 1;
  const code = codePointAt(at, end);
  return characterClass(code) === DENSE ? dense(at, end) : at + byteLength(code);
}

function addWordAt(start: usize, end: usize): usize {
  let at = start;
  // Past the cap a word goes on, but says nothing more.
  const limit = min(end, start + WORD_BYTES);
  for (;;) {
    while (at < limit && byteKind(load<u8>(at)) === LETTER) at += 1;
    if (at >= limit || byteKind(load<u8>(at)) === 0) break;
    const width = continues(at, end, start);
    if (width === 0 || at + width > limit) break;
    at += width;
  }
  addWord(start, at);
  return at < limit ? at : endOfWord(at, end);
}

function addWord(start: usize, end: usize): void {
  const hash = hashOf(start, end);
  let entry = find(hash);
  if (entry === 0) entry = remember(hash, start, end);
  const style = load<u32>(entry, MARKS) & STYLE_MASK;
  const named: u32 = style === NAMED || (style === CAPITAL && !startsSentence(start)) ? 1 : 0;
  const value = load<i32>(entry, VALUE);
  if (value > 0) addTerm(((value - 1) << 1) | named);
  else {
    const list = listOf(value);
    const last = list + ((<usize>load<u32>(list)) << 2);
    for (let at = list + 4; at <= last; at += 4) addTerm((load<u32>(at) << 1) | named);
  }
}
