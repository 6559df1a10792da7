import { createTopNodes, type ScoredNode } from "../relevance/top-nodes.js";
import type { TermHash } from "../terms/term-hash.js";
import type { Nearness } from "../vectors/nearness.js";
import { MEANING_WEIGHTS } from "../vectors/weights.js";
import { coverage, metWords, questionMass, whyOf } from "./explanation.js";
import { type HopKind, hop, type Reached } from "./hop.js";
import { createMatcher, type QuestionMatcher } from "./matcher.js";
import type { PassageIndex } from "./passage-index.js";
import { type AskedTerm, askedTerms } from "./question.js";
import { createScorer, type Part } from "./scoring.js";
import { PASSAGE_WEIGHTS, type PassageWeights } from "./weights.js";

export interface PassageRankOptions {
  readonly limit: number;
  /** By node: passages of a node whose byte is 0 are not shown, and nothing is reached from them. */
  readonly mask?: Uint8Array | undefined;
  /** Other wordings of the question; for each passage the best counts. */
  readonly also?: readonly string[] | undefined;
  /** Nodes that a passage links to. */
  readonly linked?: ((passage: number) => Iterable<number>) | undefined;
  /** Nodes whose passages are ranked, by their own words; of each node the best one is given, and nothing is reached from it. */
  readonly within?: readonly number[] | undefined;
  /** How near passages are to a wording in meaning, where an embedder knows it, and how much that counts. */
  readonly meaning?: PassageMeaning | undefined;
}

export interface PassageMeaning {
  readonly share: number;
  of(wording: string): Nearness | undefined;
}

export interface RankedPassage {
  readonly passage: number;
  readonly node: number;
  /** Its place among its note's passages, counted from 0. */
  readonly ordinal: number;
  readonly score: number;
  /** What most of its score comes from, the largest part first. */
  readonly why: readonly Part[];
  /** The passage it was reached from, where its own words alone would not have brought it here. */
  readonly via?: { readonly passage: number; readonly kind: HopKind } | undefined;
}

export interface PassageAnswer {
  /** Best first. */
  readonly ranked: readonly RankedPassage[];
  /** Share of the question that the best hit has, 0–1: rare words count more, words that nobody has count most. */
  readonly covered: number;
  /** The best hit covers little of the question. */
  readonly weak: boolean;
  /** The question's words that the best hit has, each with the share of all passages that has it. */
  readonly met: readonly { readonly word: string; readonly share: number }[];
  /** The question's words that no passage has, as the index spells them. */
  readonly unknown: readonly string[];
}

export interface PassageRanking {
  rank(question: string, options: PassageRankOptions): PassageAnswer;
  /** For cutting passages around the words of a question and its other wordings. */
  matcher(question: string, also?: readonly string[]): QuestionMatcher;
}

/** Other wordings that are looked at. */
const MOST_WORDINGS = 5;

export function createPassageRanking(index: PassageIndex, weights: PassageWeights = PASSAGE_WEIGHTS): PassageRanking {
  const scorer = createScorer(index, weights);

  function rankOne(question: string, { limit, mask, linked, within, meaning }: PassageRankOptions): Wording {
    const asked = askedTerms(question, weights);
    const terms = scorer.bind(asked);
    const { scores, touched } =
      within === undefined ? scorer.score(terms) : scorer.scoreOwn(terms, within.map(index.passagesOf));
    const mass = questionMass(terms, index.live);
    const near = meaning?.of(question);
    const most = MEANING_WEIGHTS.passage.gain * mass * (meaning?.share ?? 0);
    const meant = near === undefined ? () => 0 : (passage: number) => most * near.of(passage);
    const isShown = (passage: number) =>
      (mask === undefined || mask[index.noteOf[passage]!] === 1) &&
      index.copies.isCopy[passage] === 0 &&
      !index.isDead(passage);
    const scoreOf = (passage: number) => (scores[passage]! + meant(passage)) * standingOf(passage);
    // One pass keeps what may be shown and what may be a start; what is reached comes on top.
    const kept = createTopNodes(within === undefined ? Math.max(limit, weights.hop.starts) : touched.length);
    let least = 0;
    for (let at = 0; at < touched.length; at++) {
      const passage = touched[at]!;
      const score = scores[passage]! + meant(passage);
      if (score <= least || !isShown(passage)) continue;
      kept.offer(passage, scoreOf(passage));
      least = Math.max(0, kept.least);
    }
    for (const passage of near?.found ?? [])
      if (scores[passage] === 0 && isShown(passage)) kept.offer(passage, scoreOf(passage));
    const best = kept.take();
    if (within !== undefined) return { terms, ordered: bestOfEach(best), mass, meant };
    const starts = best.slice(0, weights.hop.starts).map(({ node, score }) => ({ passage: node, score }));
    const reached = hop({ index, terms, starts, scoreOf, linked, isAsked: askedNames(asked), isShown }, weights);
    const top = createTopNodes(limit);
    for (const { node, score } of best) if (!reached.has(node)) top.offer(node, score);
    for (const [passage, { score }] of reached) top.offer(passage, score);
    const ordered = top.take().map(({ node: passage, score }) => ({ passage, score, reachedBy: reached.get(passage) }));
    return { terms, ordered, mass, meant };
  }

  /** The first of each node. */
  function bestOfEach(found: readonly ScoredNode[]): Wording["ordered"] {
    const known = new Set<number>();
    return found.flatMap(({ node: passage, score }) => {
      const node = index.noteOf[passage]!;
      if (known.has(node)) return [];
      known.add(node);
      return [{ passage, score, reachedBy: undefined }];
    });
  }

  /** Boilerplate that many notes have is not evidence. */
  function standingOf(passage: number): number {
    return index.copies.isBoilerplate[passage] === 1 ? weights.boilerplate : 1;
  }

  function rank(question: string, options: PassageRankOptions): PassageAnswer {
    const texts = [question, ...(options.also ?? []).slice(0, MOST_WORDINGS)];
    const wordings = texts.map((text) => rankOne(text, options));
    const first = wordings[0]!;
    const best = new Map<
      number,
      { readonly score: number; readonly wording: Wording; readonly reachedBy: Reached | undefined }
    >();
    for (const wording of wordings) {
      // A longer wording scores higher by its length alone.
      const scale = wording === first || wording.mass === 0 || first.mass === 0 ? 1 : first.mass / wording.mass;
      for (const { passage, score, reachedBy } of wording.ordered)
        if (score * scale > (best.get(passage)?.score ?? 0))
          best.set(passage, { score: score * scale, wording, reachedBy });
    }
    const top = createTopNodes(options.limit);
    for (const [passage, { score }] of best) top.offer(passage, score);
    const ranked = top.take().map(({ node: passage, score }): RankedPassage => {
      const { wording, reachedBy } = best.get(passage)!;
      const node = index.noteOf[passage]!;
      return {
        passage,
        node,
        ordinal: passage - index.passagesOf(node).first,
        score,
        why: whyOf({ index, terms: wording.terms, passage, score, weights, meant: wording.meant(passage) }),
        via: reachedBy === undefined ? undefined : { passage: reachedBy.from, kind: reachedBy.kind },
      };
    });
    // Equal scores in the order of notes, whenever each was changed.
    ranked.sort((one, other) => other.score - one.score || one.node - other.node || one.ordinal - other.ordinal);
    const covered = Math.max(
      0,
      ...wordings.map(({ terms, mass, ordered }) => coverage(terms, mass, ordered[0]?.passage, index.live)),
    );
    const met = metWords(first.terms, ranked[0]?.passage, index.live);
    return { ranked, covered, weak: covered < weights.weak, met, unknown: unknownWords(first.terms) };
  }

  return {
    rank,
    matcher: (question, also = []) =>
      createMatcher(
        [question, ...also.slice(0, MOST_WORDINGS)]
          .flatMap((text) => scorer.bind(askedTerms(text, weights)))
          .map(({ term, bodyRarity }) => ({ term, rarity: bodyRarity })),
      ),
  };
}

interface Wording {
  readonly terms: ReturnType<ReturnType<typeof createScorer>["bind"]>;
  readonly ordered: readonly {
    readonly passage: number;
    readonly score: number;
    readonly reachedBy: Reached | undefined;
  }[];
  readonly mass: number;
  /** What meaning adds to a passage's score. */
  meant(passage: number): number;
}

function unknownWords(terms: Wording["terms"]): readonly string[] {
  return terms.flatMap(({ term, body, title }) =>
    term.text !== undefined && !term.run && body.passages.length + title.passages.length === 0 ? [term.text] : [],
  );
}

/** Whether all words of a name are the question's. */
function askedNames(asked: readonly AskedTerm[]): (name: TermHash) => boolean {
  const known = new Map(asked.map(({ low, high }) => [low, high]));
  return ({ low, high }) => known.get(low) === high;
}
