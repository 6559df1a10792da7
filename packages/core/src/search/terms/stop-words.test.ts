import { expect, test } from "vitest";
import { isStopWord } from "./stop-words.js";
import { hashTerm } from "./term-hash.js";
import { wordTerms } from "./word-terms.js";

const WORDS = `a about above after again all also am an and any are as at be because been before being below between both but by
can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its
itself just me more most my no nor not of off on once only or other our ours out over own same she should so some such than that the their
theirs them then there these they this those through to too under until up us very was we were what when where which while who whom whose
why will with would you your yours`;

function isStop(word: string): boolean {
  return wordTerms(word).every((term) => {
    const { low, high } = hashTerm(term);
    return isStopWord(low, high);
  });
}

test("words that carry grammar are known in the form that the stemmer gives them", () => {
  expect(WORDS.split(/\s+/).filter((word) => !isStop(word))).toEqual([]);
});

test("a word that carries meaning is none", () => {
  expect(["budget", "notes", "anise", "level", "beside", "tests"].filter(isStop)).toEqual([]);
});
