/** What a character is to the tokenizer; 0 ends a word. `WORD`: part of one that white space or punctuation ends. */
export const WORD = 1;
/** Of a script that writes no spaces between words: indexed by pairs. */
export const DENSE = 2;

// Made when the first character beyond ASCII is met: they look into Unicode's tables.
const isWord = (character: string) => /[\p{L}\p{N}\p{M}]/u.test(character);
const isDense = (character: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u.test(
    character,
  );

const BLOCK = 256;
const blocks: (Uint8Array | undefined)[] = new Array(0x110000 / BLOCK).fill(undefined);

/** Regular expressions are asked once a character; a text meets few blocks of them. */
export function characterClass(codePoint: number): number {
  const block = blocks[codePoint >>> 8] ?? classify(codePoint >>> 8);
  return block[codePoint & (BLOCK - 1)]!;
}

function classify(number: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  for (let low = 0; low < BLOCK; low++) {
    const character = String.fromCodePoint(number * BLOCK + low);
    if (!isWord(character) && character !== "ー") continue;
    block[low] = isDense(character) ? DENSE : WORD;
  }
  blocks[number] = block;
  return block;
}
