import { createVocabulary } from "../postings/vocabulary.js";
import { createTokenizer } from "../terms/tokenizer.js";
import { ASKS, functionWordsFor, GRAMMAR } from "./function-words.js";
import { nameTerm, runTerm } from "./name-runs.js";

/** A term to look for. */
export interface AskedTerm {
  readonly low: number;
  readonly high: number;
  /** How much it counts: 1, less for grammar. Words that ask are not there at all. */
  readonly weight: number;
  /** As the index spells it; none for names of characters and runs of words. */
  readonly text?: string | undefined;
  /** A word, or two side by side, where a text has them as a name. */
  readonly run: boolean;
}

export interface QuestionWeights {
  readonly grammar: number;
  readonly runs: number;
}

/** Longer than any question; it bounds the work. */
const LONGEST = 4000;
const MOST_TERMS = 48;
const encoder = new TextEncoder();

/** The distinct terms of a question in order of appearance. Where it has nothing but words that ask, those count. */
export function askedTerms(question: string, { grammar, runs }: QuestionWeights): readonly AskedTerm[] {
  const texts = new Map<number, string>();
  const vocabulary = createVocabulary();
  const tokenizer = createTokenizer(vocabulary, { query: true, onNewTerm: (number, text) => texts.set(number, text) });
  const words = tokenizer
    .tokenize(encoder.encode(question.slice(0, LONGEST).normalize("NFC")))
    .map((word) => word >>> 1);
  const distinct = [...new Set(words)].slice(0, MOST_TERMS);
  const hashes = distinct.map((term) => ({ low: vocabulary.lowOf(term), high: vocabulary.highOf(term) }));
  const kindOf = functionWordsFor(hashes);
  const weightOf = (term: number) => {
    const kind = kindOf(vocabulary.lowOf(term), vocabulary.highOf(term));
    return kind === ASKS ? 0 : kind === GRAMMAR ? grammar : 1;
  };
  const single = (term: number, weight: number): AskedTerm => ({
    low: vocabulary.lowOf(term),
    high: vocabulary.highOf(term),
    weight,
    text: texts.get(term),
    run: false,
  });
  const asked = distinct.flatMap((term) => (weightOf(term) > 0 ? [single(term, weightOf(term))] : []));
  if (asked.length === 0) return distinct.map((term) => single(term, 1));
  const content = [...words].filter((term) => weightOf(term) === 1 && texts.has(term));
  const names = new Set<number>();
  for (const term of content) names.add(nameTerm(vocabulary, term));
  for (let at = 1; at < content.length; at++) names.add(runTerm(vocabulary, content[at - 1]!, content[at]!));
  return [...asked, ...Array.from(names, (term) => ({ ...single(term, runs), run: true }))];
}
