import { noteOf, type PdEvent, type Toolkit } from "@pd/core";
import { type Asked, openedNotes, piecesOf, piecesSeen } from "./evidence.js";
import { fold } from "./fold.js";

export const BUDGETS: readonly number[] = [250, 500, 1000, 2000];

/** What packs of one budget hold, over all questions. Shares from 0 to 100. */
export interface PackFigures {
  readonly budget: number;
  /** Share of the evidence. */
  readonly evidence: number;
  /** Share of the questions whose evidence is all there. */
  readonly complete: number;
  /** Share of the tokens that are evidence. */
  readonly precision: number;
  readonly meanTokens: number;
  /** Questions of which something is missing. */
  readonly missed: readonly string[];
}

export interface Measuring {
  readonly toolkit: Toolkit;
  readonly graphId: string | undefined;
  readonly count: (text: string) => number;
  readonly signal?: AbortSignal | undefined;
}

export async function measurePacks(
  questions: readonly Asked[],
  budget: number,
  measuring: Measuring,
): Promise<PackFigures> {
  const packs: Pack[] = [];
  for (const asked of questions) packs.push(await packOf(asked, budget, measuring));
  const sum = (of: (pack: Pack) => number) => packs.reduce((total, pack) => total + of(pack), 0);
  const tokens = sum((pack) => pack.tokens);
  return {
    budget,
    evidence: share(
      sum(({ seen, pieces }) => seen / pieces),
      packs.length,
    ),
    complete: share(
      sum(({ seen, pieces }) => (seen === pieces ? 1 : 0)),
      packs.length,
    ),
    precision: share(
      sum(({ useful }) => useful),
      tokens,
    ),
    meanTokens: Math.round(tokens / Math.max(1, packs.length)),
    missed: packs.filter(({ seen, pieces }) => seen < pieces).map(({ question }) => question),
  };
}

interface Pack {
  readonly question: string;
  readonly pieces: number;
  readonly seen: number;
  readonly tokens: number;
  readonly useful: number;
}

async function packOf(asked: Asked, budget: number, { toolkit, graphId, count, signal }: Measuring): Promise<Pack> {
  const { question, also } = asked;
  let ofNotes = 0;
  const wanted = new Set(asked.notes);
  const onEvent = (event: PdEvent) => {
    if (event.kind === "node-disclosed" && event.level === 4 && wanted.has(noteOf(event.id))) ofNotes += event.tokens;
  };
  const input = { query: question, also, graphId, tokenBudget: budget, format: "text" as const };
  const { text, nodes, telemetry } = await toolkit.call("context", input, {
    onEvent,
    ...(signal === undefined ? {} : { signal }),
  });
  const delivered = fold(text);
  const sentences = asked.evidence.filter((piece) => delivered.includes(piece)).map(count);
  return {
    question,
    pieces: piecesOf(asked),
    seen: piecesSeen(asked, [{ text, tokens: telemetry.tokensUsed, notes: openedNotes(nodes) }]),
    tokens: telemetry.tokensUsed,
    useful: Math.min(telemetry.tokensUsed, ofNotes + sentences.reduce((total, tokens) => total + tokens, 0)),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(1));
}
