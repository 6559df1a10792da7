import * as z from "zod/mini";
import { defineOperation, operationInput } from "../ports/operation.js";
import {
  alsoField,
  budgetField,
  budgetOf,
  FILTER_NAMES,
  filterFields,
  filterOf,
  found,
  limitField,
  queryField,
} from "./fields.js";
import { findNotes } from "./find-notes.js";

/** A search whose best results come with their sections: enough to decide what to open. */
export const query = /* @__PURE__ */ (() =>
  defineOperation({
    name: "query",
    title: "Search with sections",
    summary: "Search, and show the sections of the top results",
    description: "search, and the `top` best also show their sections with prices.",
    // search has them too.
    unlisted: [...FILTER_NAMES, "also"],
    commandLine: {
      words: { field: "query", placeholder: "words" },
      examples: ['pd query "what is a session?"', "pd query sessions --top 1 --limit 3"],
    },
    input: operationInput({
      query: queryField(),
      also: alsoField(),
      ...filterFields(),
      limit: z._default(limitField(), 10),
      top: z._default(z.int().check(z.minimum(0), z.maximum(100), z.describe("Results with sections")), 3),
      tokenBudget: budgetField(2000),
    }),
    async plan(input, graph, { signal }) {
      const { query: text, also, limit, top, tokenBudget, repeat = true } = input;
      const { hits, notices } = await findNotes({ text, also, ...filterOf(input) }, limit, { graph, signal });
      return {
        wants: hits.map((hit, rank) => ({ ...hit, least: 1, most: rank < top ? 3 : 1 })),
        visited: hits.length,
        budget: budgetOf(tokenBudget),
        levels: "pinned",
        breadth: 1,
        repeat,
        notices: [...found(hits.length, graph), ...notices],
      };
    },
  }))();
