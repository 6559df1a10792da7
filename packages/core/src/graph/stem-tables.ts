import { AFTER_PLURAL, PARTICIPLES, STEP_2, STEP_3, STEP_4, type Suffix, WHOLE } from "./stem.js";

// The stemmer's lists as bytes, for the compiled one: `compiled/terms/stem.ts` says what they hold.

const SUFFIX_BYTES = 32;
const LETTERS = 27;
const FIRST_LETTER = 0x61;

/** Suffixes with a condition of their own. */
const RULES = new Map([
  ["eed", 1],
  ["eedly", 1],
  ["li", 2],
  ["ogi", 3],
  ["ative", 4],
  ["ion", 5],
]);

/** All lists, for a memory where they begin at a place. */
export function stemTables(place: number): Uint8Array {
  const lists = [PARTICIPLES, STEP_2, STEP_3, STEP_4, byLast(WHOLE), byLast(AFTER_PLURAL)];
  const bytes: number[] = [];
  const index = new Uint32Array(lists.length * LETTERS);
  for (const [list, suffixes] of lists.entries()) {
    for (let letter = 0; letter < LETTERS; letter += 1) {
      index[list * LETTERS + letter] = place + index.byteLength + bytes.length;
      for (const suffix of suffixes.get(FIRST_LETTER + letter) ?? []) bytes.push(...asBytes(suffix));
    }
  }
  const tables = new Uint8Array(index.byteLength + bytes.length);
  tables.set(new Uint8Array(index.buffer));
  tables.set(bytes, index.byteLength);
  return tables;
}

/** Letters of the suffix at the end of eight bytes, those of what it becomes at the beginning; then both lengths and its rule. */
function asBytes([suffix, becomes]: Suffix): readonly number[] {
  const codes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
  const entry = new Array<number>(SUFFIX_BYTES).fill(0);
  entry.splice(8 - suffix.length, suffix.length, ...codes(suffix));
  entry.splice(8, becomes.length, ...codes(becomes));
  entry[16] = suffix.length;
  entry[20] = becomes.length;
  entry[24] = RULES.get(suffix) ?? 0;
  return entry;
}

function byLast(words: Iterable<readonly [string, string]>): ReadonlyMap<number, readonly Suffix[]> {
  const lists = new Map<number, Suffix[]>();
  for (const pair of words) {
    const last = pair[0].charCodeAt(pair[0].length - 1);
    lists.set(last, [...(lists.get(last) ?? []), pair]);
  }
  return lists;
}
