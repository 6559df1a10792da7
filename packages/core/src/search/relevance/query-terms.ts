import { createVocabulary } from "../postings/vocabulary.js";
import { isStopWord } from "../terms/stop-words.js";
import type { TermHash } from "../terms/term-hash.js";
import { createTokenizer } from "../terms/tokenizer.js";

/** A term to look for, and how much it counts. */
export interface QueryTerm extends TermHash {
  readonly weight: number;
}

/** Longer than any question (`queryField` allows no more); it bounds the work. */
const QUERY_LENGTH = 4000;

const encoder = new TextEncoder();

/** After so many bytes the words of earlier queries are forgotten. */
const REMEMBERED = 2 ** 18;

/** Words come again from query to query: what their terms are is found once, and the tables are made once. */
let reader: ReturnType<typeof createReader> | undefined;

function createReader() {
  const vocabulary = createVocabulary();
  return { vocabulary, tokenizer: createTokenizer(vocabulary, { query: true }), bytes: 0 };
}

/** The distinct terms of a query in order of appearance, stop words left out unless there is nothing else. */
export function queryTerms(text: string): readonly QueryTerm[] {
  const bytes = encoder.encode(text.slice(0, QUERY_LENGTH).normalize("NFC"));
  if (reader === undefined || reader.bytes > REMEMBERED) reader = createReader();
  reader.bytes += bytes.length;
  const found = reader.tokenizer.tokenize(bytes);
  const { low, high } = reader.vocabulary.freeze();
  const all = [...new Set(found.map((word) => word >>> 1))].map((term) => ({
    low: low[term]!,
    high: high[term]!,
    weight: 1,
  }));
  const content = all.filter((term) => !isStopWord(term.low, term.high));
  return content.length > 0 ? content : all;
}
