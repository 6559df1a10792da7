import type { Level } from "../model/level.js";
import { type NodeId, noteOf } from "../model/node.js";
import { type Digests, mergeSeen, type Seen } from "../model/seen.js";
import type { SeenRequest } from "../ports/session.js";

export type { Digests, Seen } from "../model/seen.js";

/** What one session has seen of one graph. */
export interface Ledger {
  readonly size: number;
  seen(id: NodeId): Seen | undefined;
  /** What was seen of these nodes, and of the parts of these notes. */
  find(request: Pick<SeenRequest, "ids" | "partsOf">): ReadonlyMap<NodeId, Seen>;
  raise(id: NodeId, level: Level, digests?: Digests): void;
  entries(): readonly (readonly [NodeId, Seen])[];
}

export function createLedger(entries: Iterable<readonly [NodeId, Seen]> = []): Ledger {
  const nodes = new Map<NodeId, Seen>(entries);
  return {
    get size() {
      return nodes.size;
    },
    seen: (id) => nodes.get(id),
    find: (request) => seenIn(nodes, request),
    raise(id, level, digests) {
      nodes.set(id, mergeSeen(nodes.get(id), level, digests));
    },
    entries: () => [...nodes],
  };
}

/** Of all that was seen, what is asked for. */
export function seenIn(
  nodes: ReadonlyMap<NodeId, Seen>,
  { ids, partsOf = [] }: Pick<SeenRequest, "ids" | "partsOf">,
): ReadonlyMap<NodeId, Seen> {
  const found = new Map<NodeId, Seen>();
  for (const id of ids) {
    const seen = nodes.get(id);
    if (seen !== undefined) found.set(id, seen);
  }
  if (partsOf.length === 0) return found;
  const notes = new Set(partsOf);
  for (const [id, seen] of nodes) if (noteOf(id) !== id && notes.has(noteOf(id))) found.set(id, seen);
  return found;
}
