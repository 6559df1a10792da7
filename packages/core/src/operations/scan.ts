import * as z from "zod/mini";
import type { Cursor } from "../ports/content.js";
import { defineOperation, operationInput } from "../ports/operation.js";
import { budgetField, budgetOf, filterFields, filterOf, found, limitField, queryField } from "./fields.js";

/** Lists what there is, one description each. Always level 1, whatever was seen before. */
export const scan = /* @__PURE__ */ (() =>
  defineOperation({
    name: "scan",
    title: "List notes",
    summary: "List notes with what they are about and what opening them costs",
    description: "List notes: one line each, with the price of opening it. Narrow by filters.",
    // One line a node: to leave out those seen would save little.
    unlisted: ["session", "repeat"],
    commandLine: {
      words: { field: "query", placeholder: "words" },
      examples: ["pd scan --type moc", "pd scan budget --limit 5"],
    },
    input: operationInput({
      query: z.optional(queryField()),
      ...filterFields(),
      limit: z._default(limitField(), 20),
      cursor: z.optional(z.string().check(z.maxLength(200), z.describe("Continues a list"))),
      tokenBudget: budgetField(2000),
    }),
    async plan(input, graph, { signal }) {
      const { query, limit, cursor, tokenBudget, repeat = true } = input;
      const request = { ...filterOf(input), query, limit, cursor: cursor as Cursor | undefined };
      const page = await graph.page(request, { signal });
      return {
        wants: page.ids.map((id) => ({ id, least: 1, most: 1 })),
        visited: page.total,
        budget: budgetOf(tokenBudget),
        levels: "pinned",
        breadth: 1,
        repeat,
        next: {
          of: "nodes",
          cursor: page.next,
          after: async (shown) => (await graph.page({ ...request, limit: shown }, { signal })).next,
        },
        notices: found(page.ids.length, graph),
      };
    },
  }))();
