import * as z from "zod/mini";
import { PdError } from "../model/errors.js";
import { type NodeId, noteOf } from "../model/node.js";
import type { Want } from "../model/plan.js";
import type { Why } from "../model/view.js";
import type { Graph } from "../ports/content.js";
import { defineOperation, operationInput } from "../ports/operation.js";
import { budgetField, budgetOf, found, queryField, referencesField } from "./fields.js";
import { resolveAll } from "./node.js";

/** How much of its neighbour's score a node inherits for each hop. */
const INHERITED = 0.5;
/** Of the nodes on the path, so many are opened in full if the budget allows, and as many again show their sections. */
const OPENED = 3;
/** How many matches a query contributes as places to start from, and as scores to steer by. */
const ENTRIES = 3;
const STEERING = 200;

interface Reached {
  readonly id: NodeId;
  readonly score: number;
  readonly hop: number;
  readonly why: readonly Why[];
}

/** Walks along links from where it is told to, or from the best matches, towards what the query asks for. */
export const traverse = /* @__PURE__ */ (() =>
  defineOperation({
    name: "traverse",
    title: "Follow links",
    summary: "Walk along links from a note or from the best matches",
    description:
      "Follow links from `start` notes or the best matches of `query`; the best in full, the rest in a line.",
    commandLine: {
      words: { field: "start", placeholder: "start", instead: ["query"] },
      examples: ["pd traverse Levels --max-depth 2", 'pd traverse --query "who may read bodies?"'],
    },
    input: operationInput({
      start: z.optional(referencesField("Ids, names or paths to start from")),
      query: z.optional(queryField()),
      maxDepth: z._default(z.int().check(z.minimum(0), z.maximum(10), z.describe("Maximum number of links away")), 3),
      maxNodes: z._default(z.int().check(z.minimum(1), z.maximum(100), z.describe("Maximum number of notes")), 8),
      tokenBudget: budgetField(6000),
    }),
    async plan({ start, query = "", maxDepth, maxNodes, tokenBudget, repeat = true }, graph, { signal }) {
      if (start === undefined && query.trim() === "") throw nowhereToStart();
      const { ids, notices } = await resolveAll(start === undefined ? [] : [start].flat(), {
        graph,
        signal,
        where: "start",
        lenient: query.trim() !== "",
      });
      const steering = await steer(query, graph, signal);
      const reached = await walk(entries(ids, steering), steering, { graph, maxDepth, maxNodes, signal });
      const path = reached.slice(0, maxNodes);
      return {
        wants: path.map(
          ({ id, score, hop, why }, rank): Want => ({
            id,
            least: 1,
            most: levelAt(rank),
            orBody: rank >= OPENED,
            hop,
            ...(why.length === 0 ? {} : { score, why }),
          }),
        ),
        passed: reached.slice(maxNodes).map(({ id }) => id),
        visited: reached.length,
        budget: budgetOf(tokenBudget),
        levels: "raised",
        breadth: 1,
        repeat,
        notices: [...found(reached.length, graph), ...notices],
      };
    },
  }))();

function levelAt(rank: number): Want["most"] {
  if (rank < OPENED) return 4;
  return rank < 2 * OPENED ? 3 : 1;
}

/** Every match of the query by id, best first. */
async function steer(
  query: string,
  graph: Graph,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<NodeId, Reached>> {
  if (query.trim() === "") return new Map();
  const hits = await graph.search({ text: query }, STEERING, { signal });
  return new Map(hits.map(({ id, score, why }) => [id, { id, score, why, hop: 0 }]));
}

/** Named nodes come first; without any, the best matches do. */
function entries(ids: readonly NodeId[], steering: ReadonlyMap<NodeId, Reached>): readonly Reached[] {
  if (ids.length === 0) return [...steering.values()].slice(0, ENTRIES);
  const best = Math.max(1, ...[...steering.values()].map(({ score }) => score));
  return ids.map((id) => ({
    id,
    score: best + (steering.get(id)?.score ?? 0),
    hop: 0,
    why: steering.get(id)?.why ?? [],
  }));
}

interface Walking {
  readonly graph: Graph;
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly signal: AbortSignal | undefined;
}

/** Hop by hop, going on only from the best of each: a hub must not flood the walk. */
async function walk(
  from: readonly Reached[],
  steering: ReadonlyMap<NodeId, Reached>,
  { graph, maxDepth, maxNodes, signal }: Walking,
): Promise<readonly Reached[]> {
  const reached = new Map(from.map((entry) => [entry.id, entry]));
  // A section is a part of its note: to come back to that would say the same text again.
  const begun = new Set(from.map(({ id }) => noteOf(id)));
  let frontier = from;
  for (let hop = 1; hop <= maxDepth && frontier.length > 0; hop += 1) {
    const next = new Map<NodeId, Reached>();
    const scores = new Map(frontier.map((entry) => [entry.id, entry.score]));
    const edges = await graph.neighbours([...scores.keys()], { signal });
    for (const { from: a, to: b } of edges) {
      for (const [via, id] of [
        [a, b],
        [b, a],
      ] as const) {
        const inherited = scores.get(via);
        if (inherited === undefined || reached.has(id) || begun.has(id)) continue;
        const match = steering.get(id);
        const score = (match?.score ?? 0) + INHERITED * inherited;
        if (score <= (next.get(id)?.score ?? 0)) continue;
        next.set(id, { id, score, hop, why: [...(match?.why ?? []), { field: "link", via }] });
      }
    }
    for (const [id, entry] of next) reached.set(id, entry);
    frontier = [...next.values()].sort(byScore).slice(0, maxNodes);
  }
  return [...reached.values()].sort(byScore);
}

/** Ties by id, so that the same graph gives the same path. */
function byScore(a: Reached, b: Reached): number {
  return b.score - a.score || a.hop - b.hop || (a.id < b.id ? -1 : 1);
}

function nowhereToStart(): PdError {
  return new PdError("input-invalid", "traverse: there is nothing to start from", {
    where: "start",
    fix: "Give start (a node), query (words), or both.",
  });
}
