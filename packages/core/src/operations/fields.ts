import * as z from "zod/mini";
import type { Filter, Graph } from "../content.js";
import type { Notice } from "../plan.js";
import { type Tokens, tokens } from "../tokens.js";

/** Longer than any question; a text to search with is not a query. */
const QUERY_LENGTH = 4000;
const NAME_LENGTH = 400;

const name = () => z.string().check(z.maxLength(NAME_LENGTH));

export const queryField = () => z.string().check(z.maxLength(QUERY_LENGTH));

/** An id, name, alias, path or [[wikilink]] (R1.6). */
const referenceField = () => z.string().check(z.minLength(1), z.maxLength(NAME_LENGTH));

/** One or several. */
export const referencesField = () =>
  z.union([referenceField(), z.array(referenceField()).check(z.minLength(1), z.maxLength(100))]);

export const filterFields = () => ({
  type: z.optional(name()),
  domain: z.optional(name()),
  tag: z.optional(name()),
  path: z.optional(name()),
});

export const limitField = () => z.int().check(z.minimum(1), z.maximum(1000));

export const budgetField = () => z.int().check(z.minimum(1));

export function budgetOf(asked: number | undefined): Tokens | undefined {
  return asked === undefined ? undefined : tokens(asked);
}

export function filterOf({ type, domain, tag, path }: Filter): Filter {
  return { type, domain, tag, path };
}

/** Of nothing, every figure is perfect: whoever reads one should know. */
export function emptiness(nodes: number): readonly Notice[] {
  return nodes === 0 ? [{ code: "nothing-here" }] : [];
}

/** What to say beside what was found: nothing where that speaks for itself. */
export function found(nodes: number, { size, partial = false }: Graph): readonly Notice[] {
  return [
    // Other words do not help where there is nothing.
    ...(size === 0 ? emptiness(size) : nodes === 0 ? [{ code: "nothing-found" as const }] : []),
    ...(partial ? [{ code: "index-partial" as const }] : []),
  ];
}
