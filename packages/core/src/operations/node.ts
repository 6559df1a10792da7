import * as z from "zod/mini";
import { PdError } from "../model/errors.js";
import type { Level } from "../model/level.js";
import { isPassageId, type NodeId } from "../model/node.js";
import type { AskedRows, Notice } from "../model/plan.js";
import type { Cursor, Graph } from "../ports/content.js";
import { defineOperation, operationInput } from "../ports/operation.js";
import { cursorAt, offsetOf } from "../ports/page-cursor.js";
import { escapeControls } from "../text/escape-controls.js";
import { budgetField, budgetOf, referencesField } from "./fields.js";

/** Opens the nodes that are named, at the level asked or the one already seen, whichever is higher (R2.1). */
export const node = /* @__PURE__ */ (() =>
  defineOperation({
    name: "node",
    title: "Open notes",
    summary: "Open notes at a level from 0 (name) to 4 (full text)",
    description:
      "Open notes by id, name, path or [[link]]; name#heading is one section. What is too long comes as its sections, with prices.",
    commandLine: {
      words: { field: "nodes", placeholder: "id|name|path" },
      examples: ["pd node Budgets --level 3", 'pd node "Budgets#The ceiling" --level 4'],
    },
    input: operationInput({
      nodes: referencesField("Ids, names, aliases or paths"),
      level: z._default(
        z.literal([0, 1, 2, 3, 4]).check(z.describe("0 index, 1 scan, 2 links, 3 sections, 4 full text")),
        1,
      ),
      links: z.optional(z.enum(["none", "best", "all"]).check(z.describe("Which links; best at level 2"))),
      previews: z.optional(z.enum(["short", "all"]).check(z.describe("How much of each section at level 3"))),
      cursor: z.optional(z.string().check(z.maxLength(200), z.describe("Continues links or previews all"))),
      tokenBudget: budgetField(4000),
    }),
    async plan({ nodes, level, links, previews, cursor, tokenBudget, repeat = true }, graph, { signal }) {
      const { ids, notices } = await resolveAll([nodes].flat(), { graph, signal, where: "nodes" });
      const paged = pagedRows(ids, { level, links, previews, cursor });
      const pages = paged === undefined ? undefined : await rowPages(paged, graph, signal);
      const rows = rowsAsked({ level, links, previews, from: pages?.from });
      return {
        // A note that is too long comes as its outline, or as less: never as nothing (R2.2).
        wants: ids.map((id) => ({ id, least: 0, most: level, ...(rows === undefined ? {} : { rows }) })),
        visited: ids.length,
        budget: budgetOf(tokenBudget),
        levels: "raised",
        breadth: 1,
        wholeFirst: true,
        repeat,
        next: pages?.next,
        notices,
      };
    },
  }))();

interface RowsInput extends Omit<AskedRows, "from"> {
  readonly level: Level;
  readonly cursor?: string | undefined;
}

/** A request for level 2 brings the links, whatever level the answer has (R2.1). */
function rowsAsked({ level, links, previews, from }: RowsInput & Pick<AskedRows, "from">): AskedRows | undefined {
  if (level < 2 || (level > 2 && links === undefined && previews === undefined)) return undefined;
  return { links: links ?? (level === 2 ? "best" : undefined), previews, from };
}

interface PagedRows {
  readonly id: NodeId;
  readonly of: "links" | "sections";
  readonly cursor: string | undefined;
}

/** A list of rows has pages where it is one list: all links, or all previews, of one node. */
function pagedRows(ids: readonly NodeId[], { level, links, previews, cursor }: RowsInput): PagedRows | undefined {
  const lists = [
    ...(links === "all" && level >= 2 ? ["links" as const] : []),
    ...(previews === "all" && level >= 3 ? ["sections" as const] : []),
  ];
  const [id] = ids;
  const [of] = lists;
  if (id !== undefined && of !== undefined && ids.length === 1 && lists.length === 1) return { id, of, cursor };
  if (cursor === undefined) return undefined;
  throw new PdError("input-invalid", "node: a cursor goes with one node and one list", {
    where: "cursor",
    fix: 'Give one node, and either links "all" or previews "all".',
  });
}

/** Where the page begins, and how the next one is asked for. The cursor is good for this list of this version. */
async function rowPages({ id, of, cursor }: PagedRows, graph: Graph, signal: AbortSignal | undefined) {
  const [version = ""] = (await graph.versions?.([{ id }], { signal })) ?? [];
  const request = { query: `${of} ${id}`, limit: 1 };
  const from = offsetOf({ request: { ...request, cursor: cursor as Cursor | undefined }, version });
  const after = async (shown: number) => cursorAt(String(from + shown), { request, version });
  return { from, next: { of, cursor: undefined, after } };
}

export interface Resolving {
  readonly graph: Graph;
  readonly signal: AbortSignal | undefined;
  /** The input field that has the references. */
  readonly where: string;
  /** Whether there is something to answer with where none of them means anything. */
  readonly lenient?: boolean;
}

/** The ids that references stand for. One that means nothing is a notice beside others, and an error alone; one that means several, a notice. */
export async function resolveAll(
  references: readonly string[],
  { graph, signal, where, lenient = false }: Resolving,
): Promise<{ readonly ids: readonly NodeId[]; readonly notices: readonly Notice[] }> {
  if (references.length === 0) return { ids: [], notices: [] };
  const [found, namesakes] = await Promise.all([
    graph.resolve(references, { signal }),
    graph.namesakes?.(references, { signal }),
  ]);
  // Lines that reach into several sections are several passages (R1.9).
  const lined = references.filter((_, at) => isPassageId(found[at] ?? ""));
  const passages = lined.length === 0 ? undefined : await graph.resolveLines?.(lined, { signal });
  const passagesOf = new Map(lined.map((reference, at) => [reference, passages?.[at]]));
  const ids = references.flatMap((reference, at) => passagesOf.get(reference) ?? found[at] ?? []);
  const notices = references.flatMap((reference, at): readonly Notice[] => {
    const candidates = namesakes?.[at] ?? [];
    return [
      ...(found[at] === undefined ? [{ code: "reference-unknown" as const, reference }] : []),
      ...(candidates.length > 1 ? [{ code: "ambiguous-name" as const, reference, candidates }] : []),
    ];
  });
  const [first] = references;
  if (ids.length === 0 && first !== undefined && !lenient) throw await unknownNode(first, { graph, signal, where });
  return { ids, notices };
}

async function unknownNode(reference: string, { graph, signal, where }: Resolving): Promise<PdError> {
  const hits = await graph.search({ text: reference }, 3, { signal });
  const near = hits.map(({ id }) => id).join(", ");
  return new PdError("node-unknown", `No node is called "${escapeControls(reference.slice(0, 80))}"`, {
    where,
    fix: near === "" ? "Find its id with search or scan." : `Near it: ${near}.`,
  });
}
