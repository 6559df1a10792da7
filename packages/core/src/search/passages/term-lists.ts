import { findList } from "../postings/postings.js";
import { findTerm } from "../postings/vocabulary.js";
import { createScoredList, type ScoredList, scoreList } from "../relevance/scored-list.js";
import type { TermHash } from "../terms/term-hash.js";
import type { PassageParts } from "./passage-index.js";
import { PASSAGE_FIELDS, type PassageField, type PassageSegment } from "./segment.js";

/** The passages that have a term in a field, ascending, and how often each has it. Dead ones are gone. */
export interface TermList {
  readonly passages: Uint32Array;
  readonly counts: Uint8Array;
}

export interface TermLists {
  find(term: TermHash, field: PassageField): TermList;
}

interface Kept extends TermHash {
  readonly lists: (TermList | undefined)[];
}

const NOTHING: TermList = { passages: new Uint32Array(0), counts: new Uint8Array(0) };
/** Words come again from question to question: their lists stay decoded, up to this many entries of 5 bytes, or four for each passage, and this many terms. */
const LEAST_ENTRIES = 2 ** 20;
const ENTRIES_A_PASSAGE = 4;
const MOST_TERMS = 2 ** 13;
const UNSCORED = { saturation: { k1: 1, b: 0 }, weight: 0, meanLength: 1 };

export function createTermLists({ base, delta }: PassageParts, isGone: Uint8Array): TermLists {
  const known = new Map<number, Kept>();
  const most = Math.max(LEAST_ENTRIES, ENTRIES_A_PASSAGE * (base.passages + (delta?.passages ?? 0)));
  let entries = 0;
  let room: ScoredList | undefined;

  function decode(segment: PassageSegment, term: TermHash, field: PassageField): ScoredList | undefined {
    const number = findTerm(segment.vocabulary, term.low, term.high);
    const list = number < 0 ? -1 : findList(segment.postings[field]!, number);
    if (list < 0) return undefined;
    const length = Math.min(segment.postings[field]!.frequencies[list]!, segment.passages);
    if (room === undefined || room.notes.length < length) room = createScoredList(length);
    scoreList(room, segment.postings[field]!, list, UNSCORED);
    return room;
  }

  function read(term: TermHash, field: PassageField): TermList {
    const inBase = copied(decode(base, term, field), 0, isGone);
    if (delta === undefined) return inBase;
    const inDelta = copied(decode(delta, term, field), base.passages, isGone);
    if (inDelta.passages.length === 0) return inBase;
    return { passages: joined32(inBase.passages, inDelta.passages), counts: joined8(inBase.counts, inDelta.counts) };
  }

  return {
    find(term, field) {
      let entry = known.get(term.low);
      if (entry === undefined || entry.high !== term.high) {
        if (known.size >= MOST_TERMS || entries > most) {
          known.clear();
          entries = 0;
        }
        entry = { low: term.low, high: term.high, lists: PASSAGE_FIELDS.map(() => undefined) };
        known.set(term.low, entry);
      }
      const kept = entry.lists[field];
      if (kept !== undefined) return kept;
      const list = read(term, field);
      entries += list.passages.length;
      entry.lists[field] = list;
      return list;
    },
  };
}

function copied(list: ScoredList | undefined, offset: number, isGone: Uint8Array): TermList {
  if (list === undefined || list.length === 0) return NOTHING;
  const passages = new Uint32Array(list.length);
  const counts = new Uint8Array(list.length);
  let length = 0;
  for (let at = 0; at < list.length; at++) {
    const passage = list.notes[at]! + offset;
    if (isGone[passage] === 1) continue;
    passages[length] = passage;
    counts[length++] = list.counts[at]!;
  }
  return length === passages.length
    ? { passages, counts }
    : { passages: passages.subarray(0, length), counts: counts.subarray(0, length) };
}

function joined32(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function joined8(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
