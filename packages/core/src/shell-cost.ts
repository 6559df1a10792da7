import { LRUCache } from "lru-cache";
import type { Form } from "./answer.js";
import type { NodeSummary } from "./node.js";
import { pieceOf } from "./piece.js";
import { isSameSummary } from "./same-summary.js";
import type { TokenCounter } from "./tokens.js";
import { fullView } from "./view.js";

/** What an open node costs before its text is in it. Every price tag needs it, and it changes only with the node's description. */
export interface ShellCosts {
  of(summary: NodeSummary, form: Form): number;
}

interface Kept {
  readonly summary: NodeSummary;
  readonly cost: number;
}

const MOST = 20_000;

export function createShellCosts(counter: TokenCounter): ShellCosts {
  // By size: a cache with a maximum number takes the room for all of them at once.
  const cache = () => new LRUCache<string, Kept>({ maxSize: MOST, sizeCalculation: () => 1 });
  const kept = { json: cache(), text: cache() };
  return {
    of(summary, form) {
      const found = kept[form].get(summary.id);
      if (found !== undefined && isSameSummary(found.summary, summary)) return found.cost;
      const cost = counter.count(pieceOf(fullView(summary, { full: "", links: [] }), form).text);
      kept[form].set(summary.id, { summary, cost });
      return cost;
    },
  };
}
