import type { SessionLogEntry } from "@pd/core";
import { fieldIn } from "./delivery.js";
import type { Evidence, Known, Ranked } from "./why-not.js";

/** A call of an operation, without a session: looking again must not count as seeing. */
export type Ask = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

const FILTERS = ["type", "domain", "tag", "path"] as const;
/** The longest list that an operation gives. */
const MOST = 1000;

/** Asks the graph about a node, and where the call's query would put it. */
export async function lookAgain(entry: SessionLogEntry, reference: string, ask: Ask): Promise<Evidence> {
  const graphId = graphOf(entry);
  const known = await knownBy(reference, graphId, ask);
  if (known === undefined) return { known };
  const query = fieldIn(entry.input, "query");
  const filters = pick(entry.input, FILTERS);
  const isListing = entry.operation === "scan";
  if (!isListing && (typeof query !== "string" || query.trim() === "")) return { known };
  const operation = isListing ? "scan" : "search";
  const base = { ...graphId, limit: MOST, ...(typeof query === "string" ? { query } : {}) };
  const ranked = rankIn(await ask(operation, { ...base, ...filters }), known.id);
  const hasFilter = Object.keys(filters).length > 0;
  const unfiltered = ranked === undefined && hasFilter ? rankIn(await ask(operation, base), known.id) : undefined;
  return { known, ranked, unfiltered };
}

/** What a name, path or id stands for; an error that says it stands for nothing is an answer too. */
async function knownBy(reference: string, graphId: object, ask: Ask): Promise<Known | undefined> {
  let answer: unknown;
  try {
    answer = await ask("node", { nodes: reference, level: 1, ...graphId });
  } catch (error) {
    if (fieldIn(error, "code") === "node-unknown") return undefined;
    throw error;
  }
  const nodes = fieldIn(answer, "nodes");
  const [node] = Array.isArray(nodes) ? nodes : [];
  if (typeof fieldIn(node, "id") !== "string") return undefined;
  return node as Known;
}

function rankIn(answer: unknown, id: string): Ranked | undefined {
  const nodes = fieldIn(answer, "nodes");
  if (!Array.isArray(nodes)) return undefined;
  const at = nodes.findIndex((node) => fieldIn(node, "id") === id);
  if (at < 0) return undefined;
  const score = fieldIn(nodes[at], "score");
  return { rank: at + 1, of: nodes.length, ...(typeof score === "number" ? { score } : {}) };
}

function graphOf({ answer, input, disclosed }: SessionLogEntry): { readonly graphId?: string } {
  const graphId = fieldIn(answer, "graphId") ?? fieldIn(input, "graphId") ?? disclosed[0]?.graphId;
  return typeof graphId === "string" ? { graphId } : {};
}

function pick(input: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.flatMap((name) => (fieldIn(input, name) === undefined ? [] : [[name, fieldIn(input, name)] as const])),
  );
}
