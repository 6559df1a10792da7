import { FIELD_NUMBERS, type FieldNumber } from "../postings/field.js";
import { findList } from "../postings/postings.js";
import type { Statistics } from "../postings/statistics.js";
import { findTerm } from "../postings/vocabulary.js";
import { inverseFrequency, type Saturation } from "../relevance/bm25.js";
import { createScoredList, type ListScoring, type ScoredList, scoreList } from "../relevance/scored-list.js";
import { perField, type Segment } from "./segment.js";
import type { TermHash } from "./term-hash.js";

/** A term as an index knows it. */
export interface KnownTerm extends TermHash {
  /** Its number in each segment, or -1. */
  readonly numbers: readonly number[];
  /** How much it tells, by field. */
  readonly rarity: readonly number[];
  /** In how many notes it is, by the field that has it most; 0 for a term that no note has. */
  readonly frequency: number;
  /** Where its lists are, by `listPlace`, or -1. */
  readonly postings: readonly number[];
  /** Those that are decoded, by `listPlace`. Filled as they are asked for. */
  readonly lists: (KeptList | undefined)[];
}

export interface KeptList extends ScoredList {
  readonly weight: number;
  readonly saturation: Saturation;
}

/** The list of a segment and a field among those of a term. */
export function listPlace(part: number, field: FieldNumber): number {
  return part * FIELD_NUMBERS.length + field;
}

export interface KnownTerms {
  find(term: TermHash): KnownTerm;
  /** Good until the next is asked for, unless it is short enough to be kept. */
  list(term: KnownTerm, part: number, field: FieldNumber, scoring: ListScoring): ScoredList;
}

export interface KeptLimits {
  /** Of all lists together, 13 bytes each. */
  readonly entries: number;
  readonly terms: number;
  /** A longer list is decoded anew each time: making room for such took longer than it saved, in 10,000 notes. */
  readonly longest: number;
}

/** Words come again from query to query, and the common ones cost most: their lists stay decoded. */
const KEPT: KeptLimits = { entries: 2 ** 19, terms: 2 ** 12, longest: 2 ** 11 };

export function createKnownTerms(
  segments: readonly Segment[],
  statistics: Statistics,
  limits: KeptLimits = KEPT,
): KnownTerms {
  const known = new Map<number, KnownTerm>();
  let entries = 0;
  let full = false;
  let passing: ScoredList | undefined;

  function meet({ low, high }: TermHash): KnownTerm {
    const numbers = segments.map(({ vocabulary }) => findTerm(vocabulary, low, high));
    const frequencies = perField((field) => statistics.frequency(field, numbers[0] ?? -1, numbers[1] ?? -1));
    const frequency = Math.max(...frequencies);
    const overall = inverseFrequency(statistics.notes, frequency);
    // Between the field's own rarity and the term's: a common word that few names have is still a common word.
    const rarity = frequencies.map((each) => Math.sqrt(inverseFrequency(statistics.notes, each) * overall));
    const postings = segments.flatMap((segment, part) =>
      perField((field) => (numbers[part]! < 0 ? -1 : findList(segment.postings[field]!, numbers[part]!))),
    );
    return { low, high, numbers, rarity, frequency, postings, lists: postings.map(() => undefined) };
  }

  /** Full, it begins anew. */
  function forgetIfFull(): void {
    if (!full && known.size < limits.terms) return;
    known.clear();
    entries = 0;
    full = false;
  }

  return {
    find(hash) {
      forgetIfFull();
      const before = known.get(hash.low);
      if (before !== undefined && before.high === hash.high) return before;
      const met = meet(hash);
      known.set(hash.low, met);
      return met;
    },
    list(term, part, field, scoring) {
      const place = listPlace(part, field);
      const kept = term.lists[place];
      const { weight, saturation } = scoring;
      if (kept !== undefined && kept.weight === weight && kept.saturation === saturation) return kept;
      const postings = segments[part]!.postings[field]!;
      const list = term.postings[place]!;
      const length = Math.min(postings.frequencies[list]!, postings.lengths.length);
      full ||= length <= limits.longest && entries + length > limits.entries;
      if (full || length > limits.longest) {
        passing ??= createScoredList(Math.max(...segments.map(({ notes }) => notes)));
        scoreList(passing, postings, list, scoring);
        return passing;
      }
      const fresh = { ...createScoredList(length), weight, saturation };
      scoreList(fresh, postings, list, scoring);
      term.lists[place] = fresh;
      entries += length;
      return fresh;
    },
  };
}
