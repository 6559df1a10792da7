import { LRUCache } from "lru-cache";
import type { Form } from "./answer.js";
import type { NodeSummary } from "./node.js";
import { renderNode } from "./render-text.js";
import type { TokenCounter } from "./tokens.js";
import { fullView, type NodeView } from "./view.js";

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
      if (found !== undefined && isSame(found.summary, summary)) return found.cost;
      const cost = counter.count(piece(fullView(summary, { full: "", links: [] }), form));
      kept[form].set(summary.id, { summary, cost });
      return cost;
    },
  };
}

/** How a node goes into what is delivered. */
export function piece(view: NodeView, form: Form): string {
  return form === "json" ? JSON.stringify(view) : renderNode(view);
}

/** Ids repeat among contents and versions: what was counted is compared, not its name. */
function isSame(a: NodeSummary, b: NodeSummary): boolean {
  return (
    a.description === b.description &&
    a.name === b.name &&
    a.type === b.type &&
    a.domain === b.domain &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  );
}
