import * as z from "zod/mini";
import type { Graph } from "../content.js";
import { PdError } from "../errors.js";
import { escapeControls } from "../escape-controls.js";
import type { NodeId } from "../node.js";
import { defineOperation, operationInput } from "../operation.js";
import type { Notice } from "../plan.js";
import { budgetField, budgetOf, referencesField } from "./fields.js";
import { nodeInput } from "./input-schemas.js";

/** Opens the nodes that are named, at the level asked or the one already seen, whichever is higher (R2.1). */
export const node = defineOperation({
  name: "node",
  description:
    "Open nodes by id, name, alias, path or [[link]]; name#heading is one section. level 0 index, 1 description, 2 links, 3 section previews, 4 full text.",
  input: operationInput(() => ({
    nodes: referencesField(),
    level: z._default(z.literal([0, 1, 2, 3, 4]), 1),
    tokenBudget: z.optional(budgetField()),
  })),
  inputSchema: nodeInput,
  async plan({ nodes, level, tokenBudget, repeat = true }, graph, { signal }) {
    const { ids, unknown } = await resolveAll([nodes].flat(), { graph, signal, where: "nodes" });
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

export interface Resolving {
  readonly graph: Graph;
  readonly signal: AbortSignal | undefined;
  /** The input field that has the references. */
  readonly where: string;
  /** Whether there is something to answer with where none of them means anything. */
  readonly lenient?: boolean;
}

/** The ids that references stand for. One that means nothing is a notice beside others, and an error alone. */
export async function resolveAll(
  references: readonly string[],
  { graph, signal, where, lenient = false }: Resolving,
): Promise<{ readonly ids: readonly NodeId[]; readonly unknown: readonly Notice[] }> {
  const ids: NodeId[] = [];
  const unknown: Notice[] = [];
  for (const reference of references) {
    const id = await graph.resolve(reference, { signal });
    if (id === undefined) unknown.push({ code: "reference-unknown", reference });
    else ids.push(id);
  }
  const [first] = references;
  if (ids.length === 0 && first !== undefined && !lenient) throw await unknownNode(first, { graph, signal, where });
  return { ids, unknown };
}

async function unknownNode(reference: string, { graph, signal, where }: Resolving): Promise<PdError> {
  const hits = await graph.search({ text: reference }, 3, { signal });
  const near = hits.map(({ id }) => id).join(", ");
  return new PdError("node-unknown", `No node is called "${escapeControls(reference.slice(0, 80))}"`, {
    where,
    fix: near === "" ? "Find its id with search or scan." : `Near it: ${near}.`,
  });
}
