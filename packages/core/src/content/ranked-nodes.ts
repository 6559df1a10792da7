import type { NodeId } from "../model/node.js";
import type { Why } from "../model/view.js";
import type { Graph, Hit } from "../ports/content.js";
import { pageOf } from "../ports/page-cursor.js";
import type { FieldScoring } from "../search/postings/search-index.js";
import type { BestUnit, RankedNode, Relevance } from "../search/relevance/relevance.js";
import type { FilterMask } from "./filter-mask.js";

/** Nodes that are numbered in the order of a list without a query, with an index over them. */
export interface RankedNodes {
  readonly version: string;
  readonly size: number;
  readonly mask: FilterMask;
  idOf(number: number): NodeId;
  /** Nothing where there is no such node, or where it is in no list. */
  numberOf(id: NodeId): number | undefined;
  /** Made by the first search. */
  relevance(): Relevance | Promise<Relevance>;
  /** How fields are weighed, where not as in a vault. */
  readonly scoring?: FieldScoring;
  /** `false`: only nodes that match themselves are found, no neighbours. */
  readonly expansion?: false;
  /** How much the best section of a node adds, where it does. */
  readonly bestUnit?: BestUnit;
  /** What is said of nodes that come without a query. */
  readonly standing: Why["field"];
}

/** Listing and searching for contents that keep all their nodes in memory. */
export function findingIn(nodes: RankedNodes): Pick<Graph, "page" | "search" | "gather"> {
  const { mask, idOf, standing, expansion, scoring, bestUnit } = nodes;

  async function listed(query: string, passing: Uint8Array | undefined): Promise<readonly NodeId[]> {
    if (query.trim() !== "") {
      const options = { limit: nodes.size, mask: passing, expansion, scoring, bestUnit };
      const ordered = (await nodes.relevance()).order(query, options);
      return ordered.map(({ node }) => idOf(node));
    }
    const ids: NodeId[] = [];
    for (let number = 0; number < nodes.size; number += 1)
      if (passing === undefined || passing[number] === 1) ids.push(idOf(number));
    return ids;
  }

  return {
    page: async (request) =>
      pageOf(await listed(request.query ?? "", mask(request)), { request, version: nodes.version }),
    async search({ text, ...filter }, limit) {
      const found = (await nodes.relevance()).rank(text, { limit, mask: mask(filter), expansion, scoring, bestUnit });
      return found.map((one) => hitOf(one, idOf, standing));
    },
    async gather({ text, start = [], ...filter }, limit) {
      const numbers = start.flatMap((id) => nodes.numberOf(id) ?? []);
      const read = (await nodes.relevance()).read(text, { limit, start: numbers, mask: mask(filter), scoring });
      return read.map((one) => ({ ...hitOf(one, idOf, standing), hop: one.hop, sections: [] }));
    },
  };
}

/** A ranked node as a hit. One that nothing matched is there for its standing. */
export function hitOf({ node, score, why }: RankedNode, idOf: (number: number) => NodeId, standing: Why["field"]): Hit {
  const reasons = why.map(({ field, via }): Why => (via === undefined ? { field } : { field, via: idOf(via) }));
  return { id: idOf(node), score, why: reasons.length === 0 ? [{ field: standing }] : reasons };
}
