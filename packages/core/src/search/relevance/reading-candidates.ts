import { BODY } from "../postings/field.js";
import type { BoundQuery, FieldScoring, Scores, SearchIndex } from "../postings/search-index.js";
import { termScores } from "./explanation.js";

export interface CandidatesInput {
  readonly index: SearchIndex;
  readonly query: BoundQuery;
  readonly scoring: FieldScoring;
  readonly scores: Scores;
  readonly mask?: Uint8Array | undefined;
}

export interface CandidatesOptions {
  /** What a term still counts once a note that has it was taken. */
  readonly covered: number;
  /** How much length counts against a note. */
  readonly length: number;
}

export interface Candidates {
  /** Takes one out of turn. */
  take(node: number): void;
  /** Notes a way to a node; it keeps the strongest. */
  reach(node: number, strength: number, via: number | undefined): void;
  /** The one that adds most to those taken before. */
  takeBest(): Taken | undefined;
}

export interface Taken {
  readonly node: number;
  /** What it adds: its terms, less where they are covered, and what reached it. */
  readonly bound: number;
  readonly reached: number;
  readonly via: number | undefined;
}

interface Candidate {
  readonly node: number;
  /** What length takes away. */
  readonly shrink: number;
  /** Score by term, once it was looked at closely. */
  terms: Float64Array | undefined;
  reached: number;
  via: number | undefined;
  /** Never below what it is worth now: terms only ever lose, and what is reached is added at once. */
  bound: number;
  /** When the bound was exact, in notes taken; `TAKEN` once it is taken itself. */
  exact: number;
}

const TAKEN = Number.POSITIVE_INFINITY;

/** Notes that may be read next. What each is worth falls as others are taken, so worth is found exactly only for those that look best. */
export function createCandidates(
  { index, query, scoring, scores, mask }: CandidatesInput,
  options: CandidatesOptions,
): Candidates {
  const known = new Map<number, Candidate>();
  const queue = createQueue();
  const counts = new Float64Array(query.terms.length).fill(1);
  let taken = 0;

  function add(node: number): Candidate | undefined {
    const located = mask === undefined || mask[node] === 1 ? index.locate(node) : undefined;
    if (located === undefined) return undefined;
    const length = located.segment.postings[BODY]!.lengths[located.note]!;
    const shrink = (length + 10) ** -options.length;
    const fresh = { node, shrink, terms: undefined, reached: 0, via: undefined, bound: scores.of(node), exact: -1 };
    known.set(node, fresh);
    return fresh;
  }

  function weigh(candidate: Candidate): void {
    candidate.terms ??= termScores(index, query, scoring, candidate.node);
    let worth = candidate.reached;
    for (let at = 0; at < counts.length; at++) worth += candidate.terms[at]! * counts[at]!;
    candidate.bound = worth;
    candidate.exact = taken;
  }

  function take(candidate: Candidate): void {
    taken += 1;
    candidate.exact = TAKEN;
    for (const [at, own] of candidate.terms!.entries()) if (own > 0) counts[at] = options.covered;
  }

  return {
    take(node) {
      const candidate = known.get(node) ?? add(node);
      if (candidate === undefined) return;
      weigh(candidate);
      take(candidate);
    },
    reach(node, strength, via) {
      const candidate = known.get(node) ?? add(node);
      if (candidate === undefined || candidate.exact === TAKEN || (via !== undefined && candidate.reached >= strength))
        return;
      candidate.bound += strength - candidate.reached;
      candidate.reached = strength;
      candidate.via = via;
      queue.push(candidate);
    },
    // Bounds are made exact from the top, until the best is exact.
    takeBest() {
      for (;;) {
        const entry = queue.pop();
        if (entry === undefined || entry.value <= 0) return undefined;
        const best = entry.candidate;
        // An entry from before its last change: there is another one for what it is worth now.
        if (best.exact === TAKEN || entry.value !== valueNow(best)) continue;
        if (best.exact < taken) {
          weigh(best);
          queue.push(best);
          continue;
        }
        take(best);
        return best;
      }
    },
  };
}

interface Entry {
  readonly value: number;
  readonly candidate: Candidate;
}

function valueNow({ bound, shrink }: Candidate): number {
  return bound * shrink;
}

/** Candidates by their bound at the time they were put in, highest first, ties by node. One may be in it twice. */
function createQueue() {
  const heap: Entry[] = [];
  const before = (one: number, other: number) => {
    const [a, b] = [heap[one]!, heap[other]!];
    return a.value > b.value || (a.value === b.value && a.candidate.node < b.candidate.node);
  };
  const swap = (one: number, other: number) => {
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  };
  return {
    push(candidate: Candidate): void {
      heap.push({ value: valueNow(candidate), candidate });
      for (let at = heap.length - 1, up = (at - 1) >> 1; at > 0 && before(at, up); at = up, up = (at - 1) >> 1)
        swap(at, up);
    },
    pop(): Entry | undefined {
      const top = heap[0];
      const last = heap.pop();
      if (top === undefined || last === undefined || heap.length === 0) return top;
      heap[0] = last;
      for (let at = 0; ; ) {
        const left = at * 2 + 1;
        if (left >= heap.length) break;
        const child = left + 1 < heap.length && before(left + 1, left) ? left + 1 : left;
        if (!before(child, at)) break;
        swap(at, child);
        at = child;
      }
      return top;
    },
  };
}
