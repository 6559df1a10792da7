import { higher, type Level, levelsBetween, lower } from "../model/level.js";
import { type NodeId, noteOf } from "../model/node.js";
import type { Plan, Want } from "../model/plan.js";
import type { Seen } from "../sessions/ledger.js";

/** A want with what the session has seen taken into account. */
export interface AllowedWant {
  readonly want: Want;
  readonly before: Seen | undefined;
  /** What was seen of the note that it is a part of. */
  readonly note: Seen | undefined;
  /** The other parts of that note that were shown whole: they may hold this one. */
  readonly parts: readonly (readonly [NodeId, Seen])[];
  /** The levels at which it may be shown, lowest first. */
  readonly levels: readonly Level[];
}

/** Applies R2.1: which levels each want may have, given what was seen before. A node wanted twice counts once, where it ranks best. */
export function allowLevels(plan: Plan, seen: ReadonlyMap<NodeId, Seen>): readonly AllowedWant[] {
  const partsOf = shownParts(seen);
  return [...unique(plan.wants)].map((want) => {
    const before = seen.get(want.id);
    const isPart = noteOf(want.id) !== want.id;
    const note = isPart ? seen.get(noteOf(want.id)) : undefined;
    const parts = (isPart ? partsOf.get(noteOf(want.id)) : undefined)?.filter(([id]) => id !== want.id) ?? [];
    return { want, before, note, parts, levels: allowed(want, before?.level, plan) };
  });
}

function shownParts(seen: ReadonlyMap<NodeId, Seen>): ReadonlyMap<NodeId, readonly (readonly [NodeId, Seen])[]> {
  const parts = new Map<NodeId, (readonly [NodeId, Seen])[]>();
  for (const [id, one] of seen) {
    if (noteOf(id) === id || one.digests[4] === undefined) continue;
    const own = parts.get(noteOf(id)) ?? [];
    own.push([id, one]);
    parts.set(noteOf(id), own);
  }
  return parts;
}

function allowed(want: Want, seen: Level | undefined, { levels }: Plan): readonly Level[] {
  // What was seen is the aim, not the least: a ceiling may lower any node (R2.2).
  const top = levels === "raised" && seen !== undefined ? higher(want.most, seen) : want.most;
  return levelsBetween(want.least, higher(top, want.least));
}

function unique(wants: readonly Want[]): Iterable<Want> {
  const byId = new Map<NodeId, Want>();
  for (const want of wants) {
    const first = byId.get(want.id);
    byId.set(want.id, first === undefined ? want : widen(first, want));
  }
  return byId.values();
}

function widen(first: Want, again: Want): Want {
  return { ...first, least: lower(first.least, again.least), most: higher(first.most, again.most) };
}
