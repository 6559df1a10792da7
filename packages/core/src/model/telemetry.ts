import type * as z from "zod/mini";
import type { telemetrySchema } from "./answer-schema.js";
import type { Level } from "./level.js";
import { type NodeId, noteOf } from "./node.js";
import type { Tokens } from "./tokens.js";

export interface Telemetry extends Readonly<Omit<z.infer<typeof telemetrySchema>, "nodesAtLevel">> {
  readonly nodesAtLevel: Readonly<Record<Level, number>>;
  readonly tokensUsed: Tokens;
  readonly tokenBudget: Tokens | null;
}

export interface Delivery {
  readonly shown: readonly { readonly id: NodeId; readonly level: Level; readonly hop?: number | undefined }[];
  readonly visited: number;
  readonly omitted: number;
  readonly graphSize: number;
  readonly tokensUsed: Tokens;
  readonly tokenBudget: Tokens | undefined;
  readonly counter: string;
}

/** How many nodes are shown at which level, and how much of the graph that is. */
export function coverageOf(shown: Delivery["shown"], graphSize: number) {
  const nodesAtLevel: Record<Level, number> = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const { level } of shown) nodesAtLevel[level] += 1;
  return { nodesAtLevel, coveragePercent: notesLoadedIn(shown, graphSize).coveragePercent };
}

/** How many notes were read, and what share of all: sections and passages of one note are several nodes and one note (R1.3, R1.9). */
export function notesLoadedIn(shown: Delivery["shown"], graphSize: number) {
  const notes = new Set(shown.filter(({ level }) => level >= 3).map(({ id }) => noteOf(id)));
  return { notesLoaded: notes.size, coveragePercent: percent(notes.size, graphSize) };
}

export function telemetryOf(delivery: Delivery): Telemetry {
  const { shown, visited, omitted, graphSize, tokensUsed, tokenBudget, counter } = delivery;
  const { nodesAtLevel, coveragePercent } = coverageOf(shown, graphSize);
  const maxDepthReached = shown.reduce((deepest, { hop = 0 }) => Math.max(deepest, hop), 0);
  return {
    nodesVisited: Math.max(visited, shown.length),
    nodesLoaded: nodesAtLevel[3] + nodesAtLevel[4],
    nodesAtLevel,
    nodesOmitted: omitted,
    maxDepthReached,
    tokensUsed,
    tokenBudget: tokenBudget ?? null,
    coveragePercent,
    counter,
  };
}

/** With one decimal, as the seed's sample has it; an empty graph is covered by nothing. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}
