import {
  BASE,
  EXTENSIONS_BIT,
  FARTHER,
  fillSlot,
  LEFT,
  LENGTH,
  LENGTH_MASK,
  LONGEST_TOKEN,
  RIGHT,
  rankOf,
  SINGLE_BYTES,
  START,
  TOKENS,
  VOCABULARY_SIZE,
  type Vocabulary,
  viewVocabulary,
} from "./vocabulary.js";

/** Numbers are written in digits of six bits: the characters from `0`, the backslash left out, which a string would need twice. */
const DIGITS = 3;

/**
 * The vocabulary from its text: the 256 single bytes, by rank, then for every other token the ranks of the two that it is joined from.
 * That is smaller than the tokens themselves are when compressed, and needs nothing that decompresses.
 */
export function unpackVocabulary(text: string): Vocabulary {
  const vocabulary = viewVocabulary(new ArrayBuffer(VOCABULARY_SIZE));
  writeTokens(vocabulary, text);
  for (let rank = 0; rank < TOKENS; rank += 1) enter(vocabulary, rank);
  const sums = new Int32Array(LONGEST_TOKEN + 1);
  for (let rank = SINGLE_BYTES; rank < TOKENS; rank += 1) noteExtension(vocabulary, rank, sums);
  return vocabulary;
}

function writeTokens({ tokens, bytes }: Vocabulary, text: string): void {
  let end = 0;
  const copy = (rank: number) => {
    const start = tokens[4 * rank + START]!;
    const length = tokens[4 * rank + LENGTH]!;
    for (let at = 0; at < length; at += 1) bytes[end + at] = bytes[start + at]!;
    end += length;
  };
  for (let rank = 0; rank < TOKENS; rank += 1) {
    const start = end;
    if (rank < SINGLE_BYTES) {
      bytes[end] = numberAt(text, rank * DIGITS);
      end += 1;
    } else {
      const at = (2 * rank - SINGLE_BYTES) * DIGITS;
      const left = numberAt(text, at);
      const right = numberAt(text, at + DIGITS);
      copy(left);
      copy(right);
      tokens[4 * rank + LEFT] = left;
      tokens[4 * rank + RIGHT] = right;
    }
    tokens[4 * rank + START] = start;
    tokens[4 * rank + LENGTH] = end - start;
  }
}

function enter({ slots, tokens, bytes }: Vocabulary, rank: number): void {
  const start = tokens[4 * rank + START]!;
  const length = tokens[4 * rank + LENGTH]!;
  let sum = 0;
  for (let at = start; at < start + length; at += 1) sum = (Math.imul(sum, BASE) + bytes[at]!) | 0;
  fillSlot(slots, rank, length, sum);
}

/** Tells the longest token that this one begins with how much longer this one is. The left of the two it is joined from is one. */
function noteExtension(vocabulary: Vocabulary, rank: number, sums: Int32Array): void {
  const { tokens, bytes } = vocabulary;
  const start = tokens[4 * rank + START]!;
  const length = tokens[4 * rank + LENGTH]! & LENGTH_MASK;
  for (let at = 0; at < length; at += 1) sums[at + 1] = (Math.imul(sums[at]!, BASE) + bytes[start + at]!) | 0;
  let shorter = length - 1;
  let beginning = rankOf(vocabulary, bytes, start, shorter, sums[shorter]!);
  while (beginning < 0) {
    shorter -= 1;
    beginning = rankOf(vocabulary, bytes, start, shorter, sums[shorter]!);
  }
  const bit = length - shorter < 16 ? 1 << (length - shorter - 1) : FARTHER;
  tokens[4 * beginning + LENGTH]! |= bit << EXTENSIONS_BIT;
}

function numberAt(text: string, at: number): number {
  return (digit(text.charCodeAt(at)) << 12) | (digit(text.charCodeAt(at + 1)) << 6) | digit(text.charCodeAt(at + 2));
}

function digit(code: number): number {
  return code > 92 ? code - 49 : code - 48;
}
