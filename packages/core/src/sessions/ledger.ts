import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import { type Digests, mergeSeen, type Seen } from "../model/seen.js";

export type { Digests, Seen } from "../model/seen.js";

/** What one session has seen of one graph. */
export interface Ledger {
  readonly size: number;
  seen(id: NodeId): Seen | undefined;
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
    raise(id, level, digests) {
      nodes.set(id, mergeSeen(nodes.get(id), level, digests));
    },
    entries: () => [...nodes],
  };
}
