import * as z from "zod/mini";
import type { Notice } from "../model/plan.js";
import { type Tokens, tokens } from "../model/tokens.js";
import type { Filter, Graph } from "../ports/content.js";

/** Longer than any question; a text to search with is not a query. */
const QUERY_LENGTH = 4000;
const NAME_LENGTH = 400;

const only = (words: string) => z.optional(z.string().check(z.maxLength(NAME_LENGTH), z.describe(words)));

export const queryField = (words = "Words or a question") =>
  z.string().check(z.maxLength(QUERY_LENGTH), z.describe(words));

/** Other wordings that are looked at beside the question. */
export const MOST_WORDINGS = 5;

export const alsoField = () =>
  z.optional(
    z
      .array(z.string().check(z.maxLength(QUERY_LENGTH)))
      .check(z.maxLength(MOST_WORDINGS), z.describe("Words that notes may use for it, up to five")),
  );

/** An id, name, alias, path or [[wikilink]] (R1.6). */
const referenceField = () => z.string().check(z.minLength(1), z.maxLength(NAME_LENGTH));

/** One or several. */
export const referencesField = (words: string) =>
  z
    .union([referenceField(), z.array(referenceField()).check(z.minLength(1), z.maxLength(100))])
    .check(z.describe(words));

export const FILTER_NAMES = ["type", "domain", "tag", "path"] as const;

export const filterFields = () => ({
  type: only("Only this type"),
  domain: only("Only this domain"),
  tag: only("Only this tag"),
  path: only("Only paths with this prefix"),
});

export const limitField = () => z.int().check(z.minimum(1), z.maximum(1000), z.describe("Maximum number of results"));

/** The ceiling of an answer, and its default (R2.11). A library caller may give `Infinity`: the toolkit sees to that. */
export const budgetField = (byDefault: number) =>
  z._default(z.int().check(z.minimum(1), z.describe("Maximum number of tokens")), byDefault);

export function budgetOf(asked: number): Tokens {
  return tokens(asked);
}

export function filterOf({ type, domain, tag, path }: Filter): Filter {
  return { type, domain, tag, path };
}

/** Of nothing, every figure is perfect: whoever reads one should know. */
export function emptiness({ size, closed }: Graph): readonly Notice[] {
  if (closed !== undefined) return [{ code: "vault-closed", reason: closed }];
  return size === 0 ? [{ code: "nothing-here" }] : [];
}

/** What to say beside what was found: nothing where that speaks for itself. */
export function found(nodes: number, graph: Graph): readonly Notice[] {
  const { size, partial = false } = graph;
  return [
    // Other words do not help where there is nothing.
    ...(size === 0 ? emptiness(graph) : nodes === 0 ? [{ code: "nothing-found" as const }] : []),
    ...(partial ? [{ code: "index-partial" as const }] : []),
  ];
}
