import { BODY, DESCRIPTION, HEADING, LINK, NAME, TAG } from "./field.js";
import { createSegmentBuilder, type NoteFields, type SegmentBuilder } from "./index-builder.js";
import { createSearchIndex, type Located, type SearchIndex } from "./search-index.js";

/** A note as it is now. What is not given stays as it was; a new note gives all. */
export interface NoteChange {
  readonly node: number;
  readonly fields?: NoteFields | undefined;
  readonly linkTexts?: readonly string[] | undefined;
  /** UTF-8, a piece for each heading of `fields`. */
  readonly body?: readonly Uint8Array[] | undefined;
}

export interface IndexChanges {
  readonly changed: readonly NoteChange[];
  readonly removed: readonly number[];
}

/** An index of all notes, from a finished builder: the builder's note numbers are the node numbers. */
export function indexOf(builder: SegmentBuilder): SearchIndex {
  return createSearchIndex({ base: builder.finish(), dead: new Uint32Array(0), deltaNodes: new Uint32Array(0) });
}

/**
 * The index after some notes changed. The base stays; a small segment holds what changed since it was made, and is made anew each
 * time: cheap while it is small, so compact the index when `isCrowded` says that it no longer is.
 */
export function updateIndex(index: SearchIndex, { changed, removed }: IndexChanges): SearchIndex {
  const { base, dead, deltaNodes } = index.parts;
  const changes = new Map(changed.map((change) => [change.node, change]));
  const gone = new Set(removed.filter((node) => !changes.has(node)));
  const nodes = [...new Set([...deltaNodes, ...changes.keys()])]
    .filter((node) => !gone.has(node))
    .sort((a, b) => a - b);
  const builder = createSegmentBuilder();
  for (const node of nodes) addNote(builder, index.locate(node), changes.get(node));
  const nowDead = [...new Set([...dead, ...changes.keys(), ...gone])].filter((node) => node < base.notes);
  return createSearchIndex({
    base,
    dead: Uint32Array.from(nowDead).sort(),
    delta: nodes.length === 0 ? undefined : builder.finish(),
    deltaNodes: Uint32Array.from(nodes),
  });
}

/** Whether the notes that changed are many enough to be worth a base of their own. */
export function isCrowded({ parts: { base, deltaNodes } }: SearchIndex): boolean {
  return deltaNodes.length > 64 + base.notes / 64;
}

/** The same index in one segment. Numbers stay: a removed node leaves a hole. In steps, since it touches every note. */
export function* compacting(index: SearchIndex): Generator<void, SearchIndex> {
  if (index.parts.delta === undefined) return index;
  const builder = createSegmentBuilder();
  const holes: number[] = [];
  for (let node = 0; node < index.size; node++) {
    if (node % 256 === 0) yield;
    const located = index.locate(node);
    if (located === undefined) holes.push(node);
    addNote(builder, located, undefined);
  }
  const base = yield* builder.finishing();
  return createSearchIndex({ base, dead: Uint32Array.from(holes), deltaNodes: new Uint32Array(0) });
}

export function compactIndex(index: SearchIndex): SearchIndex {
  const steps = compacting(index);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const EMPTY: NoteFields = { names: [], description: "", tags: [], headings: [] };

function addNote(builder: SegmentBuilder, old: Located | undefined, change: NoteChange | undefined): void {
  const units = old === undefined ? 1 : old.segment.firstUnit[old.note + 1]! - old.segment.firstUnit[old.note]!;
  const note = builder.add(change?.fields ?? { ...EMPTY, headings: new Array<string>(units).fill("") });
  const keep = (...fields: readonly (0 | 1 | 2 | 3 | 4 | 5)[]) => {
    if (old !== undefined) for (const field of fields) builder.copyField(note, field, old.segment, old.note);
  };
  if (change?.fields === undefined) keep(NAME, DESCRIPTION, TAG, HEADING);
  if (change?.linkTexts === undefined) keep(LINK);
  else builder.setLinkTexts(note, change.linkTexts);
  if (change?.body === undefined) keep(BODY);
  else for (const [unit, bytes] of change.body.entries()) builder.setBody(note, unit, bytes);
}
