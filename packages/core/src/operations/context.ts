import * as z from "zod/mini";
import type { Form } from "../answer.js";
import type { GatheredHit, Graph, Price, SectionHit } from "../content.js";
import { estimate } from "../counters.js";
import { PdError } from "../errors.js";
import { portions } from "../graph/portions.js";
import { WHOLE_SHARE } from "../graph/weights.js";
import type { NodeId } from "../node.js";
import { defineOperation, operationInput } from "../operation.js";
import type { Want } from "../plan.js";
import { budgetField, budgetOf, filterFields, filterOf, found, queryField, referencesField } from "./fields.js";
import { contextInput } from "./input-schemas.js";
import { resolveAll } from "./node.js";

/** More than any budget holds in full; what comes after would be listed, not read. */
const GATHERED = 60;
/** The share of a budget that goes to descriptions before anything is opened, where the answer is JSON. Measured for text: nothing. */
const BREADTH: Readonly<Record<Form, number>> = { json: 0.2, text: 0 };

/** Fills a budget with what answers a question best: whole notes, or the sections of long ones that matter. */
export const context = defineOperation({
  name: "context",
  description:
    "Best pack of full text for a question within tokenBudget; nodes names what must be in it. format text is ready to paste.",
  input: operationInput(() => ({
    query: z.optional(queryField()),
    nodes: z.optional(referencesField()),
    ...filterFields(),
    tokenBudget: z._default(budgetField(), 6000),
  })),
  inputSchema: contextInput,
  async plan(input, graph, { signal }) {
    const { query, nodes, tokenBudget, format = "json", repeat = true } = input;
    if (nodes === undefined && query === undefined) throw nothingAsked();
    const resolving = { graph, signal, where: "nodes", lenient: query !== undefined };
    const { ids, unknown } = await resolveAll(nodes === undefined ? [] : [nodes].flat(), resolving);
    const hits =
      query === undefined
        ? []
        : await graph.gather({ text: query, start: ids, ...filterOf(input) }, GATHERED, { signal });
    const named = ids.map((id): Want => ({ id, least: 1, most: 4 }));
    const { wants, partly } = await wantsOf(hits, { graph, budget: tokenBudget, format, signal });
    return {
      wants: [...named, ...wants],
      passed: partly,
      visited: hits.length + ids.length,
      budget: budgetOf(tokenBudget),
      levels: "raised",
      breadth: BREADTH[format],
      repeat,
      notices: [...found(hits.length + ids.length, graph), ...unknown],
    };
  },
});

interface Packing {
  readonly graph: Graph;
  readonly budget: number;
  readonly format: Form;
  readonly signal: AbortSignal | undefined;
}

interface Packed {
  readonly wants: readonly Want[];
  /** Notes of which only sections are asked for: the rest of them is left out. */
  readonly partly: readonly NodeId[];
}

/** In reading order: a small note whole, of a large one the sections that match. */
async function wantsOf(hits: readonly GatheredHit[], { graph, budget, format, signal }: Packing): Promise<Packed> {
  const whole = await pricesOf(hits.map(({ id }) => id));
  const large = withinReach(hits, whole, { budget, format });
  const parts = await pricesOf(large.flatMap(({ sections }) => sections.map(({ id }) => id)));
  const priced = hits.map((hit, node) => ({
    node,
    score: hit.score,
    tokens: whole.get(hit.id)?.[format] ?? 0,
    units: (large.includes(hit) ? hit.sections : []).map(({ id, score }) => ({
      score,
      tokens: parts.get(id)?.[format] ?? 0,
    })),
  }));
  const chosen = new Map<NodeId, SectionHit[]>();
  const wants = portions(priced, { budget }).flatMap(({ node, unit, score }): readonly Want[] => {
    const hit = hits[node];
    if (hit === undefined) return [];
    const { why, hop } = hit;
    const section = unit === undefined ? undefined : hit.sections[unit];
    if (section === undefined) return [{ id: hit.id, least: format === "text" ? 4 : 1, most: 4, score, why, hop }];
    const before = chosen.get(hit.id) ?? [];
    // A section holds those below it: one inside another would be said twice (R1.1).
    if (before.some((other) => overlap(other.extent, section.extent))) return [];
    chosen.set(hit.id, [...before, section]);
    return [{ id: section.id, least: 4, most: 4, score, why, hop }];
  });
  return { wants, partly: [...chosen.keys()] };

  async function pricesOf(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, Price>> {
    const prices = await graph.prices(
      ids.map((id) => ({ id })),
      estimate,
      { signal },
    );
    return new Map(prices.map((price) => [price.id, price]));
  }
}

/** How many times the budget is looked at section by section: what comes after is not reached but by small notes. */
const REACH = 8;

/** Notes too large to be taken whole, as far down as the budget could ever get. */
function withinReach(
  hits: readonly GatheredHit[],
  prices: ReadonlyMap<NodeId, Price>,
  { budget, format }: Pick<Packing, "budget" | "format">,
): readonly GatheredHit[] {
  let before = 0;
  return hits.filter(({ id, sections }) => {
    const price = prices.get(id)?.[format] ?? 0;
    const isReached = before < REACH * budget;
    before += price;
    return isReached && sections.length > 1 && price > budget * WHOLE_SHARE;
  });
}

function overlap([a, b]: SectionHit["extent"], [c, d]: SectionHit["extent"]): boolean {
  return a < d && c < b;
}

function nothingAsked(): PdError {
  return new PdError("input-invalid", "context: there is nothing to look for", {
    where: "query",
    fix: "Give query (a question), nodes (what must be in it), or both.",
  });
}
