import { isPdError, type Level, type NodeId, type SessionLogEntry, type Why } from "@pd/core";
import type { Assistant } from "./compose.js";
import { shown, type Terminal, thousands } from "./terminal.js";

export interface Found {
  readonly graphId: string;
  readonly id: NodeId;
  /** What opening it would cost. */
  readonly tokens: number | undefined;
}

/** A node by whatever name, in the notes, the skills or the prompt. */
export async function find({ host, graphIds }: Assistant, reference: string): Promise<Found> {
  let unknown: unknown;
  for (const graphId of graphIds) {
    try {
      const { nodes } = await host.call("node", { nodes: reference, level: 1, graphId });
      const [node] = nodes;
      if (node !== undefined) return { graphId, id: node.id, tokens: node.tokens };
    } catch (error) {
      if (!isPdError(error) || error.code !== "node-unknown") throw error;
      unknown ??= error;
    }
  }
  throw unknown;
}

/** Beyond this rank nobody would have looked. */
const RANKS = 100;

/** Why the model was shown a node, or was not: what the calls did with it, and what the last question makes of it. */
export async function why(reference: string, { assistant, entries, question, terminal }: WhyOptions): Promise<string> {
  const { graphId, id, tokens } = await find(assistant, reference);
  const { bold, dim, wrap } = terminal;
  const price = tokens === undefined ? "" : dim(`  ${thousands(tokens)} tokens to open`);
  const history = entries.flatMap((entry) => toldOf(entry, { graphId, id }, terminal));
  const lines = history.length > 0 ? history : ["No call has come across it."];
  const rank =
    question === undefined || graphId !== assistant.graphIds[0] ? [] : [await ranked(id, question, assistant)];
  return [`${bold(shown(id))}${price}`, ...[...lines, ...rank].map((line) => wrap(line, "  "))].join("\n");
}

export interface WhyOptions {
  readonly assistant: Assistant;
  readonly entries: readonly SessionLogEntry[];
  readonly question: string | undefined;
  readonly terminal: Terminal;
}

function toldOf(
  { operation, disclosed, omitted }: SessionLogEntry,
  { graphId, id }: Pick<Found, "graphId" | "id">,
  { level: coloured }: Terminal,
): readonly string[] {
  // A section or a passage of a note is a node of its own; who asks about the note wants to hear of it.
  const isIt = (node: { readonly graphId: string; readonly id: string }) =>
    node.graphId === graphId && (node.id === id || node.id.startsWith(`${id}#`) || node.id.startsWith(`${id}@`));
  const part = (node: { readonly id: string }) =>
    node.id === id
      ? ""
      : `, its ${node.id[id.length] === "@" ? "passage" : "section"} ${shown(node.id.slice(id.length))}`;
  return [
    ...disclosed
      .filter(isIt)
      .map(
        (node) =>
          `${operation} showed it at ${levelWords(node.level, coloured)}${part(node)}: ${thousands(node.tokens)} tokens`,
      ),
    ...omitted.filter(isIt).map((node) => `${operation} left it out${part(node)}: ${REASONS[node.reason]}`),
  ];
}

function levelWords(level: Level, coloured: Terminal["level"]): string {
  return coloured(level, `level ${level}`);
}

const REASONS = {
  budget: "it did not fit what was left of the budget",
  limit: "others matched better",
  seen: "the model had it already",
  changed: "its file had just changed",
  unreadable: "it could not be read",
  unknown: "it was not there any more",
} as const;

async function ranked(id: NodeId, question: string, { host }: Assistant): Promise<string> {
  const { nodes } = await host.call("search", { query: question, limit: RANKS });
  const rank = nodes.findIndex((node) => node.id === id);
  const node = nodes[rank];
  if (node === undefined) return `For the last question it is not among the first ${RANKS}: no word of it matches.`;
  const score = node.score === undefined ? "" : `, score ${node.score.toFixed(1)}`;
  return `For the last question it ranks ${rank + 1} of ${nodes.length}${score}: ${reasons(node.why ?? [])}.`;
}

function reasons(matched: readonly Why[]): string {
  const words = matched.map(({ field, via }) => (via === undefined ? field : `${field} from ${shown(via)}`));
  return words.length === 0 ? "by its neighbours" : `by ${[...new Set(words)].join(", ")}`;
}
