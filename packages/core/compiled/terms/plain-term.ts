import { numberOf } from "./host";
import { STEM_WORD } from "./memory";
import { stem } from "./stem";

// The terms of most spellings are found without the host: those of plain words and of numbers.

/** What most words are: lower-case letters, one capital in front at most; or digits alone. */
export function isPlain(start: usize, end: usize): bool {
  const first: u32 = load<u8>(start);
  const isNumber = first <= 0x39;
  if (isNumber ? first < 0x30 : (first | 0x20) - 0x61 > 25) return false;
  for (let at = start + 1; at < end; at += 1) {
    const byte: u32 = load<u8>(at);
    if (isNumber ? byte - 0x30 > 9 : byte - 0x61 > 25) return false;
  }
  return true;
}

/** The number of the only term of such a spelling. */
export function plainTerm(start: usize, end: usize): u32 {
  let size = end - start;
  memory.copy(STEM_WORD, start, size);
  if (load<u8>(start) > 0x39) {
    store<u8>(STEM_WORD, load<u8>(STEM_WORD) | 0x20);
    size = stem(size);
  }
  let low: u32 = 0x811c9dc5;
  let high: u32 = 0x3c6ef372;
  for (let at: usize = STEM_WORD; at < STEM_WORD + size; at += 1) {
    const unit: u32 = load<u8>(at);
    low = (low ^ unit) * 0x01000193;
    high = ((high ^ unit) * 0x5bd1e995) ^ (high >> 15);
  }
  return numberOf(spread(low), spread(high));
}

/** Spreads every bit over the word, so that any of them can choose a slot. */
function spread(hash: u32): u32 {
  let mixed = (hash ^ (hash >> 16)) * 0x85ebca6b;
  mixed = (mixed ^ (mixed >> 13)) * 0xc2b2ae35;
  return mixed ^ (mixed >> 16);
}
