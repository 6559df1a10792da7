import type { GrowingVocabulary } from "../postings/vocabulary.js";
import { JOINING, PROPER } from "../terms/name-marks.js";
import { mix } from "../terms/term-hash.js";

/** Words side by side as one term: the same for text, titles and questions. */
export function runTerm(vocabulary: GrowingVocabulary, before: number, next: number): number {
  const low = mix(Math.imul(vocabulary.lowOf(before), 0x2c1b3c6d) ^ vocabulary.lowOf(next));
  const high = mix(Math.imul(vocabulary.highOf(before), 0x297a2d39) ^ vocabulary.highOf(next));
  return vocabulary.number(low, high);
}

/** A word where it is written like a name. */
export function nameTerm(vocabulary: GrowingVocabulary, word: number): number {
  return runTerm(vocabulary, word, word);
}

/**
 * Words as a passage's field has them: each by itself; behind a word of a name the name as a term of its own (with the bit set), alone and
 * with the one or two name words before it. "Bush" is then another term than "bush". Small joining words in between are passed over.
 * Gives how much of `into` is used: at most four times as much as there are words.
 */
export function withRuns(
  vocabulary: GrowingVocabulary,
  words: Uint32Array,
  marks: Uint8Array,
  into: Uint32Array,
): number {
  let last = -1;
  let pair = -1;
  let length = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]! >>> 1;
    const isName = marks[at] === PROPER;
    into[length++] = word * 2;
    if (marks[at] === JOINING) continue;
    if (!isName) {
      last = -1;
      pair = -1;
      continue;
    }
    into[length++] = nameTerm(vocabulary, word) * 2 + 1;
    const triple = pair < 0 ? -1 : runTerm(vocabulary, pair, word);
    pair = last < 0 ? -1 : runTerm(vocabulary, last, word);
    if (pair >= 0) into[length++] = pair * 2 + 1;
    if (triple >= 0) into[length++] = triple * 2 + 1;
    last = word;
  }
  return length;
}

/**
 * The term by which others mention what has this title: its name words, the last three of many. None where the title has other words too,
 * or is one short word: those stand everywhere.
 */
export function keyTerm(vocabulary: GrowingVocabulary, words: Uint32Array, marks: Uint8Array): number {
  const names: number[] = [];
  for (let at = 0; at < words.length; at++) {
    if (marks[at] === JOINING) continue;
    if (marks[at] !== PROPER) return -1;
    names.push(words[at]! >>> 1);
  }
  const [one, two, three] = names.slice(-3);
  if (one === undefined) return -1;
  if (two === undefined) return nameTerm(vocabulary, one);
  const pair = runTerm(vocabulary, one, two);
  return three === undefined ? pair : runTerm(vocabulary, pair, three);
}
