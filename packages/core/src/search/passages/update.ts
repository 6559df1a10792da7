import { createPassageBuilder, type NotePassages, type PassageBuilder } from "./builder.js";
import { createPassageIndex, type PassageIndex } from "./passage-index.js";

const NO_NODES = new Uint32Array(0);

/** An index of all notes, from a builder whose numbers are the node numbers. */
export function* passageIndexOf(builder: PassageBuilder): Generator<void, PassageIndex> {
  return createPassageIndex({ base: yield* builder.finishing(), dead: NO_NODES, deltaNodes: NO_NODES });
}

export function emptyPassages(): PassageIndex {
  return createPassageIndex({ base: createPassageBuilder().finish(), dead: NO_NODES, deltaNodes: NO_NODES });
}

export interface PassageChanges {
  /** A note as it is now: all of it. */
  readonly changed: readonly { readonly node: number; readonly note: NotePassages }[];
  readonly removed: readonly number[];
}

/**
 * The index after some notes changed. The base stays; a small segment holds what changed since it was made, and is made anew each time: cheap
 * while it is small, so compact the index when `isPassagesCrowded` says that it no longer is.
 */
export function updatePassages(index: PassageIndex, { changed, removed }: PassageChanges): PassageIndex {
  const { base, delta, dead, deltaNodes } = index.parts;
  const changes = new Map(changed.map(({ node, note }) => [node, note]));
  const gone = new Set(removed.filter((node) => !changes.has(node)));
  const before = new Map(Array.from(deltaNodes, (node, at) => [node, at]));
  const nodes = [...new Set([...deltaNodes, ...changes.keys()])]
    .filter((node) => !gone.has(node))
    .sort((one, other) => one - other);
  const builder = createPassageBuilder();
  for (const [number, node] of nodes.entries()) {
    const change = changes.get(node);
    if (change !== undefined) builder.set(number, change);
    else if (delta !== undefined) builder.copy(number, delta, before.get(node)!);
  }
  const nowDead = [...new Set([...dead, ...changes.keys(), ...gone])].filter((node) => node < base.notes);
  return createPassageIndex({
    base,
    dead: Uint32Array.from(nowDead).sort(),
    delta: nodes.length === 0 ? undefined : builder.finish(),
    deltaNodes: Uint32Array.from(nodes),
  });
}

/** Whether the notes that changed are many enough to be worth a base of their own. */
export function isPassagesCrowded({ parts: { base, deltaNodes } }: PassageIndex): boolean {
  return deltaNodes.length > 64 + base.notes / 64;
}

/** The same index in one segment. Numbers of notes stay: a removed one leaves a hole. In steps, since it touches every note. */
export function* compactingPassages(index: PassageIndex): Generator<void, PassageIndex> {
  const { base, delta, dead, deltaNodes } = index.parts;
  if (delta === undefined) return index;
  const builder = createPassageBuilder();
  const changed = new Map(Array.from(deltaNodes, (node, at) => [node, at]));
  const isDead = new Set(dead);
  for (let node = 0; node < index.notes; node++) {
    if (node % 256 === 0) yield;
    const place = changed.get(node);
    if (place !== undefined) builder.copy(node, delta, place);
    else if (node < base.notes && !isDead.has(node)) builder.copy(node, base, node);
  }
  const fresh = yield* builder.finishing();
  return createPassageIndex({ base: fresh, dead: NO_NODES, deltaNodes: NO_NODES });
}

export function compactPassages(index: PassageIndex): PassageIndex {
  const steps = compactingPassages(index);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
