import { byteKind, LETTER } from "./characters";
import { addTerm } from "./documents";
import { ALONE, CUT } from "./memory";
import { moveTo, units as paid, SPACE, shift, takePiece, UPPER, prefix as unpaid } from "./meter";
import { kindAt, PIECE_LIMIT, UNIT } from "./pieces";
import {
  CAPITAL,
  COST_AFTER_SPACE,
  COST_BARE,
  COST_MASK,
  find,
  firstHash,
  hashBlock,
  likely,
  MARKS,
  remember,
  STYLE_MASK,
  VALUE,
} from "./spellings";
import { continues, isAsciiLetter, isBlank, startsSentence } from "./words";

// Words of small letters, a capital in front at most, with single spaces between: most of a text. Some of them are cut, then all of those are
// looked up, then counted: each step is done for one word while the memory is still being asked about others.

/** A word that was cut: its hash, its start and end, and where its entry may be. */
const CUT_BYTES: usize = 32;
const FOUND: usize = 20;
const FOUND_MARKS: usize = 24;
const START: usize = 8;
const END: usize = 12;
const ENTRY: usize = 16;
const CUT_END: usize = CUT + 64 * CUT_BYTES;

/** Takes as many as there are; gives where they end, and leaves the meter there. */
export function afterPlainWords(from: usize, end: usize): usize {
  let at = from;
  let units = paid;
  let prefix = unpaid;
  let byte: u32 = load<u8>(at);
  let more = true;
  while (more) {
    let firstPrefix: u32 = SPACE;
    let next: usize = CUT;
    while (next < CUT_END) {
      // A comma, a full stop: it stands alone and costs a token.
      if (prefix === 0 && load<u8>(ALONE + byte) === 1 && load<u8>(at, 1) === SPACE) {
        units += UNIT;
        at += 1;
        byte = SPACE;
      }
      if (byte === SPACE && at + 1 < end && !isBlank(load<u8>(at, 1))) {
        if (prefix !== 0) units += UNIT;
        prefix = SPACE;
        at += 1;
        byte = load<u8>(at);
      }
      const start = at;
      more = isAsciiLetter(byte);
      if (!more) break;
      let block = v128.load(at);
      let length = <u32>ctz(notSmall(block) & ~1);
      let hash = hashBlock(firstHash(), block, length);
      at += length;
      while (length === 16) {
        block = v128.load(at);
        length = <u32>ctz(notSmall(block));
        if (length > 0) hash = hashBlock(hash, block, length);
        at += length;
      }
      byte = load<u8>(at);
      if (at - start >= PIECE_LIMIT || (byteKind(byte) !== 0 && goesOn(at, end, start))) {
        at = start;
        more = false;
        break;
      }
      store<u64>(next, hash);
      store<u32>(next, <u32>start, START);
      store<u32>(next, <u32>at, END);
      // All but the first stand after a space.
      if (next === CUT) firstPrefix = prefix;
      prefix = 0;
      next += CUT_BYTES;
    }
    for (let word: usize = CUT; word < next; word += CUT_BYTES) store<u32>(word, <u32>likely(load<u64>(word)), ENTRY);
    for (let word: usize = CUT; word < next; word += CUT_BYTES) {
      const entry: usize = load<u32>(word, ENTRY);
      const same: u32 = 0 - <u32>(load<u64>(entry) === load<u64>(word));
      store<u32>(word, load<u32>(entry, VALUE) & same, FOUND);
      store<u32>(word, load<u32>(entry, MARKS), FOUND_MARKS);
    }
    for (let word: usize = CUT; word < next; word += CUT_BYTES) {
      units += countWord(word, word === CUT ? firstPrefix : SPACE);
    }
    for (let word: usize = CUT; word < next; word += CUT_BYTES) addTerm(load<u32>(word, FOUND));
  }
  moveTo(<u32>at - shift, units, prefix);
  return at;
}

/** Bits for sixteen bytes that are no small letters, and one more. */
function notSmall(block: v128): i32 {
  return ~i8x16.bitmask(i8x16.lt_u(i8x16.sub(block, i8x16.splat(0x61)), i8x16.splat(26)));
}

/** Adds the word's term to the document; gives what it costs. */
function countWord(word: usize, prefix: u32): i32 {
  let value = load<u32>(word, FOUND);
  let marks = load<u32>(word, FOUND_MARKS);
  if (value === 0) {
    const entry = entryOf(word);
    value = load<u32>(entry, VALUE);
    marks = load<u32>(entry, MARKS);
  }
  let named: u32 = 0;
  if ((marks & STYLE_MASK) === CAPITAL && !startsSentence(load<u32>(word, START))) named = 1;
  store<u32>(word, ((value - 1) << 1) | named, FOUND);
  const cost = (marks >> (prefix === SPACE ? COST_AFTER_SPACE : COST_BARE)) & COST_MASK;
  if (cost > 0 && (prefix === SPACE || prefix === 0)) return cost - 1;
  return pricedWord(word, prefix);
}

function entryOf(word: usize): usize {
  const hash = load<u64>(word);
  let entry = find(hash);
  if (entry === 0) entry = remember(hash, load<u32>(word, START), load<u32>(word, END));
  store<u32>(word, <u32>entry, ENTRY);
  return entry;
}

/** What a word costs that was not met after this prefix; kept with its entry. */
function pricedWord(word: usize, prefix: u32): i32 {
  moveTo(load<u32>(word, START) - shift, 0, prefix);
  takePiece();
  const price = (<u32>paid + 1) << (prefix === SPACE ? COST_AFTER_SPACE : COST_BARE);
  const entry: usize = load<u32>(word, ENTRY);
  // A word before it may have emptied the table, and another stands there now.
  const isOwn = load<u64>(entry) === load<u64>(word);
  if (isOwn && (prefix === SPACE || prefix === 0)) store<u32>(entry, load<u32>(entry, MARKS) | price, MARKS);
  return paid;
}

/** Whether what follows plain letters belongs to their word, for the index or for the meter. */
function goesOn(at: usize, end: usize, start: usize): bool {
  const byte: u32 = load<u8>(at);
  if (byteKind(byte) === LETTER || continues(at, end, start) > 0) return true;
  return byte >= 0x80 && kindAt(<u32>at - shift) <= UPPER;
}
