import { higher, type Level, levelsBetween } from "./level.js";
import { type NodeId, noteOf } from "./node.js";
import type { Plan, Want } from "./plan.js";

/** A want with what the session has seen taken into account. */
export interface Settled {
  readonly want: Want;
  readonly seen: Level | undefined;
  /** The levels at which it may be shown, lowest first. Empty: there is nothing new to show. */
  readonly levels: readonly Level[];
}

/** Applies R2.1 and R2.7: which levels each want may have, given what was seen before. A node wanted twice counts once, where it ranks best. */
export function settle(plan: Plan, seen: ReadonlyMap<NodeId, Level>): readonly Settled[] {
  return [...unique(plan.wants)].map((want) => {
    const before = seen.get(want.id);
    // Who has read a note in full has read its sections.
    const read = seen.get(noteOf(want.id)) === 4 ? 4 : before;
    return { want, seen: plan.repeat ? before : read, levels: allowed(want, plan.repeat ? before : read, plan) };
  });
}

function allowed(want: Want, seen: Level | undefined, { levels, repeat }: Plan): readonly Level[] {
  const floor = levels === "raised" && seen !== undefined ? higher(want.least, seen) : want.least;
  const range = levelsBetween(floor, higher(want.most, floor));
  // Without repeats, a level that adds nothing to what was seen is not shown again.
  return repeat || seen === undefined ? range : range.filter((level) => level > seen);
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
  return { ...first, least: higher(first.least, again.least), most: higher(first.most, again.most) };
}
