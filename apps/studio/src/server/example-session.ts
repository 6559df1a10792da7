import { type JsonAnswer, type NodeView, recorded, type SessionLogEntry, type Toolkit } from "@pd/core";
import type { SourceName } from "../wire.js";

/** A session that nobody asked for, so that a page which is opened for the first time has something to show. Its label says so. */
export const EXAMPLE: SourceName = { id: "example", label: "Example session", kind: "example" };

export interface ExampleOptions {
  readonly graphId: string;
  readonly onEntry: (entry: SessionLogEntry) => void;
}

/**
 * What an agent would do that is asked about one of these notes: look around, search, look closer, take a pack, open the best. Made from the
 * vault's own names, by the same operations, each answer as a model gets it.
 */
export async function exampleSession(toolkit: Toolkit, { graphId, onEntry }: ExampleOptions): Promise<void> {
  const topic = await topicOf(toolkit, graphId);
  if (topic === undefined) return;
  const told = recorded(toolkit, { onEntry });
  let session = "new";
  const call = async (operation: "scan" | "search" | "node" | "traverse" | "context", input: object) => {
    const answer = await told.call(operation as string as "own", { ...input, graphId, format: "text", session });
    session = (answer as { readonly session?: string }).session ?? session;
  };
  await call("scan", { limit: 8 });
  await call("search", { query: topic.name, limit: 6 });
  await call("node", { nodes: topic.id, level: 2 });
  await call("node", { nodes: topic.id, level: 3 });
  await call("traverse", { start: topic.id, query: topic.name, maxDepth: 2, maxNodes: 10, tokenBudget: 1500 });
  await call("context", { query: topic.name, tokenBudget: 800 });
  await call("node", { nodes: topic.id, level: 4 });
}

/** A note that others lead to, but no list of notes: of the best known, the first with something to read. */
async function topicOf(toolkit: Toolkit, graphId: string): Promise<NodeView | undefined> {
  const { nodes }: JsonAnswer = await toolkit.call("scan", { graphId, limit: 50, tokenBudget: 32_000 });
  const readable = nodes.filter(({ type, tokens = 0 }) => type !== "moc" && tokens > 150);
  return readable.find(({ tokens = 0 }) => tokens < 4000) ?? readable[0] ?? nodes[0];
}
