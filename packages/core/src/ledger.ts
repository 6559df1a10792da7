import type { Level } from "./level.js";
import type { NodeId } from "./node.js";

/** What one session has seen of one graph. It only ever rises, so merging two is taking the higher of each. */
export interface Ledger {
  readonly size: number;
  seen(id: NodeId): Level | undefined;
  raise(id: NodeId, level: Level): void;
  entries(): readonly (readonly [NodeId, Level])[];
}

export function createLedger(entries: Iterable<readonly [NodeId, Level]> = []): Ledger {
  const levels = new Map<NodeId, Level>();
  const ledger: Ledger = {
    get size() {
      return levels.size;
    },
    seen: (id) => levels.get(id),
    raise(id, level) {
      if (level > (levels.get(id) ?? -1)) levels.set(id, level);
    },
    entries: () => [...levels],
  };
  for (const [id, level] of entries) ledger.raise(id, level);
  return ledger;
}
