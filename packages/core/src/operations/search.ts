import * as z from "zod/mini";
import { defineOperation, operationInput } from "../operation.js";
import { filterFields, filterOf, found, limitField, queryField } from "./fields.js";
import { searchInput } from "./input-schemas.js";

/** Finds the nodes that match best, each with a score that explains itself. Always level 1. */
export const search = defineOperation({
  name: "search",
  description:
    "Find nodes by words, best first, with scores and reasons. Open a hit with node, or ask context for a pack.",
  input: operationInput(() => ({
    query: queryField(),
    ...filterFields(),
    limit: z._default(limitField(), 10),
  })),
  inputSchema: searchInput,
  async plan(input, graph, { signal }) {
    const { query, limit, repeat = true } = input;
    const hits = await graph.search({ text: query, ...filterOf(input) }, limit, { signal });
    return {
      wants: hits.map(({ id, score, why }) => ({ id, least: 1, most: 1, score, why })),
      visited: hits.length,
      levels: "pinned",
      breadth: 1,
      repeat,
      notices: found(hits.length, graph),
    };
  },
});
