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
  /** When that was, in milliseconds since 1970. */
  readonly shownAt: number;
  /** Why it was last left out, where nothing has shown it since. */
  readonly omitted: OmissionReason | undefined;
}

/** By node, for one graph. */
export type Sightings = ReadonlyMap<NodeId, Sighting>;

/** What the calls up to a step have shown of one graph, by whatever names it has. Disclosure only ever moves up, also where a log is out of order. */
export function sightingsAt(entries: readonly SessionLogEntry[], step: number, graphs: ReadonlySet<string>): Sightings {
  const found = new Map<NodeId, Sighting>();
  for (const [index, entry] of entries.slice(0, step).entries()) {
    for (const omission of entry.omitted) {
      if (!graphs.has(omission.graphId)) continue;
      const before = found.get(omission.id);
      found.set(omission.id, { ...(before ?? unseen(omission.id)), omitted: omission.reason });
    }
    for (const disclosure of entry.disclosed) {
      if (graphs.has(disclosure.graphId))
        found.set(
          disclosure.id,
          raised(found.get(disclosure.id), disclosure, { step: index + 1, at: entry.at + entry.milliseconds }),
        );
    }
  }
  return found;
}

interface Moment {
  readonly step: number;
  readonly at: number;
}

function raised(before: Sighting | undefined, { id, level, tokens }: LoggedDisclosure, { step, at }: Moment): Sighting {
  const known = before?.level ?? -1;
  return {
    id,
    level: level > known ? level : (before?.level ?? level),
    tokens: (before?.tokens ?? 0) + tokens,
    raisedAt: level > known ? step : (before?.raisedAt ?? step),
    shownAt: level > known ? at : (before?.shownAt ?? at),
    omitted: undefined,
  };
}

function unseen(id: NodeId): Sighting {
  return { id, level: undefined, tokens: 0, raisedAt: 0, shownAt: 0, omitted: undefined };
}
