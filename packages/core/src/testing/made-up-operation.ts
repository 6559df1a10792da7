import * as z from "zod/mini";
import { defineOperation, operationInput } from "../ports/operation.js";

/**
 * An operation that no door has heard of, for tests that a door takes all it says of an operation from the operation itself. It shows no node, and
 * gives back what it was asked.
 */
export const madeUpOperation = /* @__PURE__ */ (() =>
  defineOperation({
    name: "imagined",
    title: "Recent notes",
    summary: "List the notes that changed last",
    description: "Notes that changed last. Next: node.",
    about: "graph",
    input: operationInput({
      since: z.string().check(z.describe("A date")),
      maxDays: z._default(z.int().check(z.describe("How far back")), 7),
    }),
    commandLine: { words: { field: "since", placeholder: "date" }, examples: ["pd imagined 2026-01-01"] },
    plan: async ({ since, maxDays }) => ({
      wants: [],
      visited: 0,
      levels: "pinned",
      breadth: 1,
      repeat: true,
      figures: { rows: 0, upTo: () => ({ since, maxDays }) },
    }),
  }))();
