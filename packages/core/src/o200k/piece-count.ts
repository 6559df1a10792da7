import { createJoined } from "./joined.js";
import { BRIEF_BYTES, type MemorySize, type PieceCount, remember, rememberBrief } from "./piece-memory.js";
import { BASE, LONGEST_TOKEN, rankOf, type Vocabulary } from "./vocabulary.js";

/** Words of most languages, and runs of those that put nothing between them. Longer pieces seldom come again. */
const MIDDLING: MemorySize = { words: 7, bits: 14 };
const LONG: MemorySize = { words: 23, bits: 13 };

/** How many tokens a piece is: one if it is a token, else what its bytes are joined to. */
export function createPieceCount(vocabulary: Vocabulary): PieceCount {
  const joined = createJoined(vocabulary);

  function counted({ bytes }: { readonly bytes: Uint8Array }, start: number, end: number): number {
    const length = end - start;
    if (length <= LONGEST_TOKEN) {
      let sum = 0;
      for (let at = start; at < end; at += 1) sum = (Math.imul(sum, BASE) + bytes[at]!) | 0;
      if (rankOf(vocabulary, bytes, start, length, sum) >= 0) return 1;
    }
    return joined(bytes, start, length);
  }

  const brief = rememberBrief(counted);
  const middling = remember(MIDDLING, counted);
  const long = remember(LONG, counted);
  return (text, start, end) => {
    const length = end - start;
    if (length === 1) return 1;
    if (length <= BRIEF_BYTES) return brief(text, start, end);
    if (length <= 4 * MIDDLING.words) return middling(text, start, end);
    return length <= 4 * LONG.words ? long(text, start, end) : counted(text, start, end);
  };
}
