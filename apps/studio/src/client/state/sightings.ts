import type { Level, LoggedDisclosure, NodeId, OmissionReason, SessionLogEntry } from "@pd/core";

/** What a session has come to know of one node, up to some step. */
export interface Sighting {
  readonly id: NodeId;
  /** The highest level shown so far; none where it was only left out. */
  readonly level: Level | undefined;
  /** What showing it has cost, all times together. */
  readonly tokens: number;
  /** The step (from 1) at which its level last rose. */
  readonly raisedAt: number;
  /** Why it was last left out, where nothing has shown it since. */
  readonly omitted: OmissionReason | undefined;
}

/** By node, for one graph. */
export type Sightings = ReadonlyMap<NodeId, Sighting>;

/** What the calls up to a step have shown of one graph. Disclosure only ever moves up, also where a log is out of order. */
export function sightingsAt(entries: readonly SessionLogEntry[], step: number, graphId: string): Sightings {
  const found = new Map<NodeId, Sighting>();
  for (const [index, entry] of entries.slice(0, step).entries()) {
    for (const omission of entry.omitted) {
      if (omission.graphId !== graphId) continue;
      const before = found.get(omission.id);
      found.set(omission.id, { ...(before ?? unseen(omission.id)), omitted: omission.reason });
    }
    for (const disclosure of entry.disclosed) {
      if (disclosure.graphId === graphId)
        found.set(disclosure.id, raised(found.get(disclosure.id), disclosure, index + 1));
    }
  }
  return found;
}

function raised(before: Sighting | undefined, { id, level, tokens }: LoggedDisclosure, step: number): Sighting {
  const known = before?.level ?? -1;
  return {
    id,
    level: level > known ? level : (before?.level ?? level),
    tokens: (before?.tokens ?? 0) + tokens,
    raisedAt: level > known ? step : (before?.raisedAt ?? step),
    omitted: undefined,
  };
}

function unseen(id: NodeId): Sighting {
  return { id, level: undefined, tokens: 0, raisedAt: 0, omitted: undefined };
}
