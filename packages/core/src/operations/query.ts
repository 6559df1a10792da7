import * as z from "zod/mini";
import { defineOperation, operationInput } from "../operation.js";
import { budgetField, budgetOf, filterFields, filterOf, found, limitField, queryField } from "./fields.js";
import { queryInput } from "./input-schemas.js";

/** A search whose best results come with their sections: enough to decide what to open. */
export const query = defineOperation({
  name: "query",
  description:
    "Like search, and the best few also show their links and section previews. Next: context or node for the full text.",
  input: operationInput(() => ({
    query: queryField(),
    ...filterFields(),
    limit: z._default(limitField(), 10),
    top: z._default(z.int().check(z.minimum(0), z.maximum(100)), 3),
    tokenBudget: z.optional(budgetField()),
  })),
  inputSchema: queryInput,
  async plan(input, graph, { signal }) {
    const { query: text, limit, top, tokenBudget, repeat = true } = input;
    const hits = await graph.search({ text, ...filterOf(input) }, limit, { signal });
    return {
      wants: hits.map(({ id, score, why }, rank) => ({ id, least: 1, most: rank < top ? 3 : 1, score, why })),
      visited: hits.length,
      budget: budgetOf(tokenBudget),
      levels: "pinned",
      breadth: 1,
      repeat,
      notices: found(hits.length, graph),
    };
  },
});
