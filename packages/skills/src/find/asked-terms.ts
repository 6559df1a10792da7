import { type QueryTerm, queryTerms, stem } from "@pd/core/search";
import { EVERYDAY_WORDS } from "./everyday-words.js";
import { RELATED_WORDS } from "./related-words.js";

/** What a word of plain talk counts, and what a word counts that means about the same as one that was asked for. */
const EVERYDAY = 0.3;
const RELATED = 0.35;

interface WordTables {
  readonly everyday: ReadonlySet<string>;
  /** Words of the same line, by stem. */
  readonly related: ReadonlyMap<string, readonly string[]>;
}

/** Made for the first search. */
let tables: WordTables | undefined;

/** The terms of a request for a skill, and what each counts. */
export function askedTerms(query: string): readonly QueryTerm[] {
  tables ??= wordTables();
  const { everyday, related } = tables;
  const stems = stemsOf(query);
  const plain = keysOf(queryTerms(stems.filter((word) => everyday.has(word)).join(" ")));
  const asked = queryTerms(query).map((term) => (plain.has(keyOf(term)) ? { ...term, weight: EVERYDAY } : term));
  const telling = stems.filter((word) => !everyday.has(word));
  // A request of nothing but plain talk is asked for by just that.
  if (telling.length === 0) return asked;
  const others = queryTerms(telling.flatMap((word) => related.get(word) ?? []).join(" "));
  const known = keysOf(asked);
  return [...asked, ...others.flatMap((term) => (known.has(keyOf(term)) ? [] : [{ ...term, weight: RELATED }]))];
}

function wordTables(): WordTables {
  const related = new Map<string, string[]>();
  for (const line of RELATED_WORDS) {
    const words = line.split(" ");
    for (const word of words)
      related.set(stem(word), [...(related.get(stem(word)) ?? []), ...words.filter((other) => other !== word)]);
  }
  return { everyday: new Set(stemsOf(EVERYDAY_WORDS)), related };
}

/** Longer than any request; it bounds the work. */
const LONGEST = 4000;

function stemsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, LONGEST)
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? []
  ).map((word) => stem(word));
}

function keysOf(terms: readonly QueryTerm[]): ReadonlySet<string> {
  return new Set(terms.map(keyOf));
}

function keyOf({ low, high }: QueryTerm): string {
  return `${low}.${high}`;
}
