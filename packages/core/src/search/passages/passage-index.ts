import { type Copies, findCopies } from "./copies.js";
import { BODY, type PassageSegment, TITLE } from "./segment.js";
import { createTermLists, type TermLists } from "./term-lists.js";

/** What an index is made of: a large base, and the few notes that changed since. */
export interface PassageParts {
  readonly base: PassageSegment;
  /** Base notes that are replaced or removed, ascending. */
  readonly dead: Uint32Array;
  readonly delta?: PassageSegment | undefined;
  /** The node number of each delta note, ascending. */
  readonly deltaNodes: Uint32Array;
}

/**
 * All passages under one numbering: those of the base, then those of the delta. Immutable: an update gives another index.
 * A note's passages stand together and in order.
 */
export interface PassageIndex {
  readonly parts: PassageParts;
  /** One more than the highest node number. */
  readonly notes: number;
  /** One more than the highest passage number, dead ones included. */
  readonly passages: number;
  readonly live: number;
  /** The node of each passage; of a dead one `NO_NODE`. */
  readonly noteOf: Uint32Array;
  /** Words of each passage. */
  readonly lengths: Uint32Array;
  readonly meanLength: number;
  readonly titleLengths: Uint32Array;
  readonly meanTitle: number;
  /** By node. */
  readonly noteLengths: Uint32Array;
  readonly meanNote: number;
  /** Notes with any words. */
  readonly liveNotes: number;
  readonly copies: Copies;
  readonly lists: TermLists;
  isDead(passage: number): boolean;
  /** Of a node; none where it is gone. */
  passagesOf(node: number): { readonly first: number; readonly count: number };
  /** Which segment has a passage, and its number there. */
  locate(passage: number): { readonly segment: PassageSegment; readonly passage: number };
}

const NO_NODE = 0xffffffff;

export function createPassageIndex(parts: PassageParts): PassageIndex {
  const { base, delta, dead, deltaNodes } = parts;
  const passages = base.passages + (delta?.passages ?? 0);
  const notes = Math.max(base.notes, (deltaNodes.at(-1) ?? -1) + 1);
  const noteOf = new Uint32Array(passages);
  const isGone = new Uint8Array(passages);
  const first = new Uint32Array(notes);
  const count = new Uint32Array(notes);
  placeNotes(base, 0, (note) => note);
  for (const note of dead) {
    const [start, end] = [base.firstPassage[note]!, base.firstPassage[note]! + base.passageCount[note]!];
    isGone.fill(1, start, end);
    // No longer neighbours of what its note has now.
    noteOf.fill(NO_NODE, start, end);
    count[note] = 0;
  }
  if (delta !== undefined) placeNotes(delta, base.passages, (note) => deltaNodes[note]!);

  function placeNotes(segment: PassageSegment, offset: number, nodeOf: (note: number) => number): void {
    for (let note = 0; note < segment.notes; note++) {
      const node = nodeOf(note);
      first[node] = segment.firstPassage[note]! + offset;
      count[node] = segment.passageCount[note]!;
      noteOf.fill(node, first[node], first[node]! + count[node]!);
    }
  }

  const lengths = joined(base.forward[BODY]!.lengths, delta?.forward[BODY]?.lengths);
  const titleLengths = joined(base.forward[TITLE]!.lengths, delta?.forward[TITLE]?.lengths);
  const noteLengths = new Uint32Array(notes);
  let [live, words, titleWords, filled] = [0, 0, 0, 0];
  for (let passage = 0; passage < passages; passage++) {
    if (isGone[passage] === 1) continue;
    live += 1;
    words += lengths[passage]!;
    titleWords += titleLengths[passage]!;
    noteLengths[noteOf[passage]!]! += lengths[passage]!;
  }
  for (const length of noteLengths) if (length > 0) filled += 1;
  const index = {
    parts,
    notes,
    passages,
    live,
    noteOf,
    lengths,
    meanLength: Math.max(1, words / Math.max(1, live)),
    titleLengths,
    meanTitle: Math.max(1, titleWords / Math.max(1, live)),
    noteLengths,
    meanNote: Math.max(1, words / Math.max(1, filled)),
    liveNotes: filled,
    copies: findCopies({ base, delta, noteOf, isGone }),
    isDead: (passage: number) => isGone[passage] === 1,
    passagesOf: (node: number) => ({ first: first[node] ?? 0, count: count[node] ?? 0 }),
    locate: (passage: number) =>
      passage < base.passages || delta === undefined
        ? { segment: base, passage }
        : { segment: delta, passage: passage - base.passages },
  };
  return { ...index, lists: createTermLists(parts, isGone) };
}

function joined(one: Uint32Array, other: Uint32Array | undefined): Uint32Array {
  if (other === undefined) return one;
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
