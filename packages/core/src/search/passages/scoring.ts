import { inverseFrequency, type Saturation, saturate } from "../relevance/bm25.js";
import type { PassageIndex } from "./passage-index.js";
import type { AskedTerm } from "./question.js";
import { BODY, TITLE } from "./segment.js";
import { createSimilarWords, type SimilarWord } from "./similar-words.js";
import type { TermList } from "./term-lists.js";
import type { PassageWeights } from "./weights.js";

/** What a passage's score comes from: its words, what stands above it, words spelled alike, its note and neighbours, its meaning. */
export type Part = "body" | "title" | "spelling" | "note" | "meaning";

/** A question's terms as an index knows them. */
export interface BoundTerm {
  readonly term: AskedTerm;
  readonly body: TermList;
  readonly title: TermList;
  readonly bodyRarity: number;
  readonly titleRarity: number;
  readonly similar: readonly (SimilarWord & { readonly list: TermList })[];
}

/** Scores of all passages for one question. Good until the next question is scored. */
export interface PassageScores {
  /** By passage. */
  readonly scores: Float64Array;
  /** The passages that have a score. */
  readonly touched: Uint32Array;
}

/** Passages that stand together: from the first on, this many. */
export interface PassageSpan {
  readonly first: number;
  readonly count: number;
}

export interface Scorer {
  bind(terms: readonly AskedTerm[]): readonly BoundTerm[];
  score(terms: readonly BoundTerm[]): PassageScores;
  /** Only some passages, each by its own words, title and spellings: what their notes and neighbours add is the same for all of a note, or little. */
  scoreOwn(terms: readonly BoundTerm[], spans: readonly PassageSpan[]): PassageScores;
}

interface ListOptions {
  /** Which passages are scored; all, if none are given. */
  readonly spans?: readonly PassageSpan[] | undefined;
  readonly saturation: Saturation;
  /** Lengths of what is scored, and their mean. */
  readonly of: Uint32Array;
  readonly mean: number;
  /** Passages without a score so far stay without. */
  readonly touchedOnly: boolean;
}

/** A term is common that more than this share of all passages has. */
const COMMON = 0.2;

/** Of a passage less short than this nothing is borrowed: about sixty words. */
const LEAST_SHORTNESS = 0.3;

export function createScorer(index: PassageIndex, weights: PassageWeights): Scorer {
  const { passages, noteOf, lengths, live } = index;
  // It lends nothing to its note and its neighbours: they are not about what every note says.
  const { isBoilerplate } = index.copies;
  const similar = createSimilarWords(index.parts, live, { least: weights.leastSimilar, most: weights.mostSimilar });
  const scores = new Float64Array(passages);
  const noteScores = new Float64Array(index.notes);
  const around = new Uint16Array(passages);
  const lent = new Float64Array(passages);
  const isTouched = new Uint8Array(passages);
  const touched = new Uint32Array(passages);
  let count = 0;
  const touchedNotes = new Uint32Array(index.notes);
  let noteCount = 0;
  const met = new Uint32Array(passages);
  const short = shortnessOf(lengths, weights.shortWords);
  const windows = short.some((share) => share >= LEAST_SHORTNESS) ? windowLengths(index, short) : undefined;

  function touch(passage: number): void {
    if (isTouched[passage] === 1) return;
    isTouched[passage] = 1;
    touched[count++] = passage;
  }

  function addList(list: TermList, weight: number, options: ListOptions): void {
    if (!(weight > 0)) return;
    if (options.spans === undefined) addEntries(list, 0, list.passages.length, weight, options);
    for (const { first, count: length } of options.spans ?? [])
      addEntries(list, firstFrom(list, first), firstFrom(list, first + length), weight, options);
  }

  function addEntries(
    { passages: numbers, counts }: TermList,
    from: number,
    end: number,
    weight: number,
    { saturation, of, mean, touchedOnly }: ListOptions,
  ): void {
    const { k1, b } = saturation;
    const factor = weight * (k1 + 1);
    const fixed = k1 * (1 - b);
    const slope = (k1 * b) / mean;
    for (let at = from; at < end; at++) {
      const passage = numbers[at]!;
      const times = counts[at]!;
      if (isTouched[passage] === 0) {
        if (touchedOnly) continue;
        isTouched[passage] = 1;
        touched[count++] = passage;
      }
      scores[passage]! += (factor * times) / (times + fixed + slope * of[passage]!);
    }
  }

  /** Whole notes, from the same list: a note's passages stand together. */
  function addNotes({ passages: numbers, counts }: TermList, weight: number): void {
    let notes = 0;
    for (let at = 0; at < numbers.length; at++)
      if (at === 0 || noteOf[numbers[at]!] !== noteOf[numbers[at - 1]!]) notes += 1;
    const rarity = weight * inverseFrequency(index.liveNotes, notes);
    for (let at = 0; at < numbers.length; ) {
      const note = noteOf[numbers[at]!]!;
      let times = 0;
      for (; at < numbers.length && noteOf[numbers[at]!] === note; at++)
        if (isBoilerplate[numbers[at]!] === 0) times += counts[at]!;
      if (times === 0) continue;
      if (noteScores[note] === 0) touchedNotes[noteCount++] = note;
      noteScores[note]! += rarity * saturate(times, index.noteLengths[note]!, index.meanNote, weights.saturation);
    }
  }

  /** Short passages by what stands around them: two before, one behind. */
  function addAround({ passages: numbers, counts }: TermList, weight: number): void {
    if (windows === undefined || !(weight > 0)) return;
    let found = 0;
    for (let at = 0; at < numbers.length; at++) {
      const passage = numbers[at]!;
      if (isBoilerplate[passage] === 1) continue;
      for (let near = Math.max(0, passage - 1); near <= passage + 2 && near < passages; near++) {
        if (short[near]! < LEAST_SHORTNESS || noteOf[near] !== noteOf[passage]) continue;
        if (around[near] === 0) met[found++] = near;
        around[near]! += counts[at]!;
      }
    }
    const rarity = weight * inverseFrequency(live, Math.max(found, numbers.length));
    for (let at = 0; at < found; at++) {
      const near = met[at]!;
      touch(near);
      const own = rarity * saturate(around[near]!, windows.lengths[near]!, windows.mean, weights.saturation);
      scores[near]! += short[near]! * own;
      around[near] = 0;
    }
  }

  function bind(terms: readonly AskedTerm[]): readonly BoundTerm[] {
    return terms.map((term) => {
      const body = index.lists.find(term, BODY);
      const title = index.lists.find(term, TITLE);
      const words = term.text === undefined || term.weight < 1 ? [] : similar.find(term.text);
      return {
        term,
        body,
        title,
        bodyRarity: inverseFrequency(live, body.passages.length),
        titleRarity: inverseFrequency(live, title.passages.length),
        similar: words.map((word) => ({ ...word, list: index.lists.find(word, BODY) })),
      };
    });
  }

  interface TermOptions extends Pick<ListOptions, "spans" | "touchedOnly"> {
    isDue(list: TermList): boolean;
  }

  function addTerm(bound: BoundTerm, { isDue, ...which }: TermOptions): void {
    const { term, body, title, bodyRarity, titleRarity, similar: words } = bound;
    const { saturation, titleSaturation } = weights;
    const own = { of: lengths, mean: index.meanLength, saturation, ...which };
    if (isDue(body)) addList(body, term.weight * bodyRarity, own);
    if (term.run) return;
    const above = { of: index.titleLengths, mean: index.meanTitle, saturation: titleSaturation, ...which };
    if (isDue(title)) addList(title, weights.title * term.weight * titleRarity, above);
    for (const { list, weight } of words) if (isDue(list)) addList(list, weights.grams * weight, own);
  }

  function begin(): void {
    for (let at = 0; at < count; at++) {
      scores[touched[at]!] = 0;
      isTouched[touched[at]!] = 0;
    }
    for (let at = 0; at < noteCount; at++) noteScores[touchedNotes[at]!] = 0;
    count = 0;
    noteCount = 0;
  }

  function scoreOwn(terms: readonly BoundTerm[], spans: readonly PassageSpan[]): PassageScores {
    begin();
    for (const bound of terms) addTerm(bound, { spans, isDue: () => true, touchedOnly: false });
    return { scores, touched: touched.subarray(0, count) };
  }

  function score(terms: readonly BoundTerm[]): PassageScores {
    begin();
    // What nearly every passage has decides between those that have something rarer: it brings in none by itself.
    const common = terms.some(({ body }) => body.passages.length > 0 && body.passages.length <= COMMON * live)
      ? COMMON * live
      : live;
    for (const isSecond of [false, true])
      for (const bound of terms)
        addTerm(bound, { isDue: (list) => list.passages.length > common === isSecond, touchedOnly: isSecond });
    for (const { term, body } of terms) {
      if (term.run || body.passages.length > common) continue;
      addNotes(body, weights.note * term.weight);
      addAround(body, weights.window * term.weight);
    }
    for (let at = 0; at < count; at++) scores[touched[at]!]! += noteScores[noteOf[touched[at]!]!]!;
    if (windows !== undefined) lend();
    return { scores, touched: touched.subarray(0, count) };
  }

  /** The answer follows the question; a pronoun needs what stood before. In two passes, so that what was lent is not lent on. */
  function lend(): void {
    for (let at = 0, end = count; at < end; at++) {
      const passage = touched[at]!;
      if (isBoilerplate[passage] === 1) continue;
      for (let near = Math.max(0, passage - 1); near <= passage + 2 && near < passages; near++)
        if (short[near]! >= LEAST_SHORTNESS && noteOf[near] === noteOf[passage] && !index.isDead(near)) touch(near);
    }
    const { previous, beforePrevious, next } = weights;
    const from = (near: number, note: number) =>
      near >= 0 && near < passages && noteOf[near] === note && isBoilerplate[near] === 0 ? scores[near]! : 0;
    for (let at = 0; at < count; at++) {
      const passage = touched[at]!;
      if (short[passage]! < LEAST_SHORTNESS) continue;
      const note = noteOf[passage]!;
      lent[passage] =
        previous * from(passage - 1, note) + beforePrevious * from(passage - 2, note) + next * from(passage + 1, note);
    }
    for (let at = 0; at < count; at++) {
      const passage = touched[at]!;
      const share = short[passage]!;
      if (share < LEAST_SHORTNESS) continue;
      scores[passage] = (scores[passage]! + share * lent[passage]!) / (1 + weights.even * share);
      lent[passage] = 0;
    }
  }

  return { bind, score, scoreOwn };
}

/** Where the entries of a list begin that are of this passage or a later one. */
function firstFrom({ passages }: TermList, passage: number): number {
  let [low, high] = [0, passages.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passages[middle]! < passage) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shortnessOf(lengths: Uint32Array, words: number): Float32Array {
  return Float32Array.from(lengths, (length) => 1 / (1 + (length / words) ** 2));
}

function windowLengths({ lengths, noteOf, passages, isDead }: PassageIndex, short: Float32Array) {
  const all = new Uint32Array(passages);
  let [sum, count] = [0, 0];
  for (let passage = 0; passage < passages; passage++) {
    if (short[passage]! < LEAST_SHORTNESS || isDead(passage)) continue;
    for (let near = Math.max(0, passage - 2); near <= passage + 1 && near < passages; near++)
      if (noteOf[near] === noteOf[passage]) all[passage]! += lengths[near]!;
    sum += all[passage]!;
    count += 1;
  }
  return { lengths: all, mean: Math.max(1, sum / Math.max(1, count)) };
}
