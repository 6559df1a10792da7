import { LRUCache } from "lru-cache";
import type { Form } from "../../model/answer.js";
import type { NodeSummary } from "../../model/node.js";
import { isSameSummary } from "../../model/same-summary.js";
import type { TokenCounter, Tokens } from "../../model/tokens.js";
import { fullView, type LinkRow } from "../../model/view.js";
import { measureOf } from "./measure.js";
import { renderedNode } from "./rendered-node.js";

/** What an open node costs before its text is in it. Every price tag needs it, and it changes only with the node's description. */
export interface ShellCosts {
  of(summary: NodeSummary, form: Form, beside: Beside): number;
}

interface Beside {
  readonly links: readonly LinkRow[];
  /** Of one so small that its price stands on it when it is open. */
  readonly tag: Tokens | undefined;
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
    of(summary, form, { links, tag: tokens }) {
      const made = () => {
        const shell = fullView(summary, { full: "", links }, { tokens });
        return measureOf(counter).opened(renderedNode(shell, form), 0);
      };
      // Few nodes are so, and declared links lead to nodes that change.
      if (links.length > 0 || tokens !== undefined) return made();
      const found = kept[form].get(summary.id);
      if (found !== undefined && isSameSummary(found.summary, summary)) return found.cost;
      const cost = made();
      kept[form].set(summary.id, { summary, cost });
      return cost;
    },
  };
}
