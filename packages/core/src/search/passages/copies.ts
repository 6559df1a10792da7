import type { PassageSegment } from "./segment.js";
import { BOILERPLATE_NOTES } from "./weights.js";

/** Passages whose very words stand elsewhere too. */
export interface Copies {
  /** 1 for a passage whose words an earlier one has. */
  readonly isCopy: Uint8Array;
  /** 1 for a passage whose words so many notes have that they say nothing of any: boilerplate. */
  readonly isBoilerplate: Uint8Array;
}

interface CopiesInput {
  readonly base: PassageSegment;
  readonly delta?: PassageSegment | undefined;
  readonly noteOf: Uint32Array;
  readonly isGone: Uint8Array;
}

/** Which passages repeat others. It costs what the delta has: of the base it is found once. */
export function findCopies({ base, delta, noteOf, isGone }: CopiesInput): Copies {
  const inBase = keysOf(base);
  const groups = new Map<number, readonly number[]>(inBase.repeated);
  for (let passage = 0; delta !== undefined && passage < delta.passages; passage++) {
    const key = keyOf(delta, passage);
    const before = groups.get(key) ?? inBase.find(key);
    groups.set(key, [...before, base.passages + passage]);
  }
  const isCopy = new Uint8Array(noteOf.length);
  const isBoilerplate = new Uint8Array(noteOf.length);
  for (const group of groups.values()) {
    const live = group.filter((passage) => isGone[passage] === 0);
    // Which is the first must not depend on when its note was changed.
    live.sort((one, other) => noteOf[one]! - noteOf[other]! || one - other);
    const [first] = live;
    if (first === undefined) continue;
    const notes = new Set(live.map((passage) => noteOf[passage]!));
    for (const passage of live) {
      if (passage !== first) isCopy[passage] = 1;
      if (notes.size >= BOILERPLATE_NOTES) isBoilerplate[passage] = 1;
    }
  }
  return { isCopy, isBoilerplate };
}

interface Keys {
  /** Those that several passages have. */
  readonly repeated: ReadonlyMap<number, readonly number[]>;
  find(key: number): readonly number[];
}

// A base outlives many updates.
const known = new WeakMap<PassageSegment, Keys>();

function keysOf(segment: PassageSegment): Keys {
  const before = known.get(segment);
  if (before !== undefined) return before;
  const keys = Float64Array.from({ length: segment.passages }, (_, passage) => keyOf(segment, passage));
  const order = Uint32Array.from(keys, (_, passage) => passage).sort(
    (one, other) => keys[one]! - keys[other]! || one - other,
  );
  const repeated = new Map<number, readonly number[]>();
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && keys[order[to]!] === keys[order[from]!]) to++;
    if (to - from > 1) repeated.set(keys[order[from]!]!, Array.from(order.subarray(from, to)));
    from = to;
  }
  const made = { repeated, find: (key: number) => repeated.get(key) ?? findOne(keys, order, key) };
  known.set(segment, made);
  return made;
}

/** The one passage that has a key. */
function findOne(keys: Float64Array, order: Uint32Array, key: number): readonly number[] {
  let low = 0;
  let high = order.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[order[middle]!]!;
    if (found === key) return [order[middle]!];
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return [];
}

/** 53 bits of a passage's hash: a number, so that no text is made. */
function keyOf({ digests }: PassageSegment, passage: number): number {
  return digests[2 * passage]! * 2 ** 21 + (digests[2 * passage + 1]! >>> 11);
}
