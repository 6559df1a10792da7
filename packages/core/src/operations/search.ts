import * as z from "zod/mini";
import { defineOperation, operationInput } from "../ports/operation.js";
import { alsoField, budgetField, budgetOf, filterFields, filterOf, found, limitField, queryField } from "./fields.js";
import { findNotes } from "./find-notes.js";

/** Finds the nodes that match best, each with a score that explains itself. Always level 1. */
export const search = /* @__PURE__ */ (() =>
  defineOperation({
    name: "search",
    title: "Search notes",
    summary: "Find notes by words, best first, with reasons",
    description: "Find notes by words, best first, one line each, with the price of opening it.",
    // One line a node: to leave out those seen would save little.
    unlisted: ["session", "repeat"],
    commandLine: {
      words: { field: "query", placeholder: "words" },
      examples: ["pd search token budget", "pd search levels --type concept --json"],
    },
    input: operationInput({
      query: queryField(),
      also: alsoField(),
      ...filterFields(),
      limit: z._default(limitField(), 10),
      tokenBudget: budgetField(2000),
    }),
    async plan(input, graph, { signal }) {
      const { query, also, limit, tokenBudget, repeat = true } = input;
      const { hits, notices } = await findNotes({ text: query, also, ...filterOf(input) }, limit, { graph, signal });
      return {
        wants: hits.map((hit) => ({ ...hit, least: 1, most: 1 })),
        visited: hits.length,
        budget: budgetOf(tokenBudget),
        levels: "pinned",
        breadth: 1,
        repeat,
        notices: [...found(hits.length, graph), ...notices],
      };
    },
  }))();
