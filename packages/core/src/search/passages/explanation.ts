import { inverseFrequency, saturate } from "../relevance/bm25.js";
import type { PassageIndex } from "./passage-index.js";
import type { BoundTerm, Part } from "./scoring.js";
import type { TermList } from "./term-lists.js";
import type { PassageWeights } from "./weights.js";

export interface WhyInput {
  readonly index: PassageIndex;
  readonly terms: readonly BoundTerm[];
  readonly passage: number;
  readonly score: number;
  readonly weights: PassageWeights;
  /** What meaning added to the score. */
  readonly meant?: number | undefined;
}

/** A part that adds less than this share explains nothing. */
const LEAST_SHARE = 0.1;

/** Which parts most of a score comes from. What neither words, title nor spelling account for, note and neighbours gave. */
export function whyOf({ index, terms, passage, score, weights, meant = 0 }: WhyInput): readonly Part[] {
  let [body, title, spelling] = [0, 0, 0];
  for (const { term, body: inBody, title: inTitle, bodyRarity, titleRarity, similar } of terms) {
    const own = (list: TermList, lengths: Uint32Array, mean: number, saturation: PassageWeights["saturation"]) =>
      saturate(countIn(list, passage), lengths[passage]!, mean, saturation);
    body += term.weight * bodyRarity * own(inBody, index.lengths, index.meanLength, weights.saturation);
    if (term.run) continue;
    title +=
      weights.title *
      term.weight *
      titleRarity *
      own(inTitle, index.titleLengths, index.meanTitle, weights.titleSaturation);
    for (const { list, weight } of similar)
      spelling += weights.grams * weight * own(list, index.lengths, index.meanLength, weights.saturation);
  }
  const rest = Math.max(0, score - body - title - spelling - meant);
  const parts: readonly (readonly [Part, number])[] = [
    ["body", body],
    ["title", title],
    ["spelling", spelling],
    ["note", rest],
    ["meaning", meant],
  ];
  return parts
    .filter(([, own]) => own > 0 && own >= LEAST_SHARE * score)
    .sort(([, one], [, other]) => other - one)
    .map(([part]) => part);
}

/** What a whole question weighs: a word that no passage has counts as the rarest. */
export function questionMass(terms: readonly BoundTerm[], live: number): number {
  return terms.reduce((sum, { term, ...lists }) => (term.run ? sum : sum + term.weight * rarityOf(lists, live)), 0);
}

/** Share of a question that a passage has; a word that is spelled like an asked one counts by how much. */
export function coverage(terms: readonly BoundTerm[], mass: number, passage: number | undefined, live: number): number {
  if (passage === undefined || mass === 0) return 0;
  let met = 0;
  for (const { term, ...lists } of terms) {
    if (term.run) continue;
    const own = term.weight * rarityOf(lists, live);
    if (countIn(lists.body, passage) + countIn(lists.title, passage) > 0) met += own;
    else {
      const best = lists.similar.find(({ list }) => countIn(list, passage) > 0);
      if (best !== undefined) met += own * best.share;
    }
  }
  return met / mass;
}

/** The words of a question that a passage has, without those that carry grammar, and the share of all passages that has each. */
export function metWords(
  terms: readonly BoundTerm[],
  passage: number | undefined,
  live: number,
): readonly { readonly word: string; readonly share: number }[] {
  if (passage === undefined) return [];
  return terms.flatMap(({ term, body, title }) => {
    if (term.run || term.text === undefined || term.weight < 1) return [];
    if (countIn(body, passage) + countIn(title, passage) === 0) return [];
    return [{ word: term.text, share: Math.max(body.passages.length, title.passages.length) / Math.max(1, live) }];
  });
}

function rarityOf({ body, title, bodyRarity }: Pick<BoundTerm, "body" | "title" | "bodyRarity">, live: number): number {
  return body.passages.length > 0 ? bodyRarity : inverseFrequency(live, title.passages.length);
}

/** How often a passage has a term. */
function countIn({ passages, counts }: TermList, passage: number): number {
  let low = 0;
  let high = passages.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = passages[middle]!;
    if (found === passage) return counts[middle]!;
    if (found < passage) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
