import * as z from "zod/mini";
import { PdError } from "../model/errors.js";
import type { Want } from "../model/plan.js";
import { defineOperation, operationInput } from "../ports/operation.js";
import { packWants } from "./context-pack.js";
import {
  alsoField,
  budgetField,
  budgetOf,
  FILTER_NAMES,
  filterFields,
  filterOf,
  found,
  queryField,
  referencesField,
} from "./fields.js";
import { resolveAll } from "./node.js";

/** Fills a budget with what answers a question best: the passages that match, whole notes where most of one is wanted. */
export const context = /* @__PURE__ */ (() =>
  defineOperation({
    name: "context",
    title: "Gather context",
    summary: "Fill a token budget with the text that answers a question",
    description:
      "For a question, first choice: the full text that answers it best. Start with tokenBudget 1000; session and repeat false bring more.",
    // search has them too.
    unlisted: FILTER_NAMES,
    commandLine: {
      words: { field: "query", placeholder: "question", instead: ["nodes"] },
      examples: [
        'pd context "how are budgets kept?" --budget 2000',
        'pd context "what are levels?" --nodes Budgets | llm',
      ],
      text: true,
    },
    input: operationInput({
      query: z.optional(queryField()),
      nodes: z.optional(referencesField("Notes that must be in it")),
      also: alsoField(),
      ...filterFields(),
      tokenBudget: budgetField(6000),
    }),
    async plan(input, graph, { signal }) {
      const { query, nodes, tokenBudget, format = "json", repeat = true, also } = input;
      if (nodes === undefined && query === undefined) throw nothingAsked();
      const resolving = { graph, signal, where: "nodes", lenient: query !== undefined };
      const { ids, notices } = await resolveAll(nodes === undefined ? [] : [nodes].flat(), resolving);
      const named = ids.map((id): Want => ({ id, least: 0, most: 4 }));
      const asked = { text: query ?? "", also, ...filterOf(input) };
      const packing = { graph, named: ids, budget: tokenBudget, format, repeat, signal };
      const pack = query === undefined ? undefined : await packWants(asked, packing);
      return {
        wants: [...named, ...(pack?.wants ?? [])],
        visited: ids.length + (pack?.visited ?? 0),
        budget: budgetOf(tokenBudget),
        levels: "raised",
        breadth: pack?.breadth ?? 0,
        repeat,
        notices: [...found(ids.length + (pack?.visited ?? 0), graph), ...(pack?.notices ?? []), ...notices],
      };
    },
  }))();

function nothingAsked(): PdError {
  return new PdError("input-invalid", "context: there is nothing to look for", {
    where: "query",
    fix: "Give query (a question), nodes (what must be in it), or both.",
  });
}
