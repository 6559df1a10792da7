import * as z from "zod/mini";
import type { Graph } from "../content.js";
import { PdError } from "../errors.js";
import { escapeControls } from "../escape-controls.js";
import type { NodeId } from "../node.js";
import { defineOperation, operationInput } from "../operation.js";
import type { Notice } from "../plan.js";
import { budgetField, budgetOf, referencesField } from "./fields.js";

/** Opens the nodes that are named, at the level asked or the one already seen, whichever is higher (R2.1). */
export const node = defineOperation({
  name: "node",
  description:
    "Open nodes by id, name, alias, path or [[link]]. level 0 index, 1 description, 2 links, 3 section previews, 4 full text.",
  input: operationInput({
    nodes: referencesField,
    level: z._default(z.literal([0, 1, 2, 3, 4]), 1),
    tokenBudget: z.optional(budgetField),
  }),
  async plan({ nodes, level, tokenBudget, repeat = true }, graph, { signal }) {
    const { ids, unknown } = await resolveAll(typeof nodes === "string" ? [nodes] : nodes, graph, signal);
    return {
      // Not below what was asked: a node request that does not fit is left out, never shortened (R2.2).
      wants: ids.map((id) => ({ id, least: level, most: level })),
      visited: ids.length,
      budget: budgetOf(tokenBudget),
      levels: "raised",
      breadth: 1,
      repeat,
      notices: unknown,
    };
  },
});

/** The ids that references stand for. One that means nothing is a notice beside others, and an error alone. */
export async function resolveAll(
  references: readonly string[],
  graph: Graph,
  signal: AbortSignal | undefined,
): Promise<{ readonly ids: readonly NodeId[]; readonly unknown: readonly Notice[] }> {
  const ids: NodeId[] = [];
  const unknown: Notice[] = [];
  for (const reference of references) {
    const id = await graph.resolve(reference, { signal });
    if (id === undefined) unknown.push({ code: "reference-unknown", reference });
    else ids.push(id);
  }
  if (ids.length === 0 && references.length > 0) throw await unknownNode(references, graph, signal);
  return { ids, unknown };
}

async function unknownNode(
  references: readonly string[],
  graph: Graph,
  signal: AbortSignal | undefined,
): Promise<PdError> {
  const [first = ""] = references;
  const hits = await graph.search({ text: first }, 3, { signal });
  const near = hits.map(({ id }) => id).join(", ");
  return new PdError("node-unknown", `No node is called "${escapeControls(first.slice(0, 80))}"`, {
    where: "nodes",
    fix: near === "" ? "Find its id with search or scan." : `Near it: ${near}.`,
  });
}
