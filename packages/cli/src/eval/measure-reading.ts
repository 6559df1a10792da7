import type { TextAnswer } from "@pd/core";
import { type Asked, openedNotes, piecesOf, piecesSeen, type Shown } from "./evidence.js";
import { grepLines, grepThenRead, type NoteFile, type Policy } from "./grep.js";
import type { Measuring } from "./measure-packs.js";

/** Tokens that somebody spends until all evidence was seen, over all questions. */
export interface ReadingFigures {
  readonly policy: string;
  /** Share of the questions that ended within the limit, from 0 to 100. */
  readonly found: number;
  readonly median: number;
  /** A question without an end counts as the limit. */
  readonly mean: number;
}

/** Where a reader gives up. */
export const END = 16_000;
/** What a call costs beside its answer: name, arguments and the turn around it. The same for grep and for pd. */
const CALL = 60;
/** The first pack; each that follows may be twice as large. */
const FIRST = 500;

export async function measureReading(
  questions: readonly Asked[],
  files: readonly NoteFile[],
  measuring: Measuring,
): Promise<readonly ReadingFigures[]> {
  const { count } = measuring;
  const policies: readonly (readonly [string, Policy])[] = [
    ["grep, then whole files", grepThenRead(files, count)],
    ["grep, matching lines", grepLines(files, count)],
    ["pd context, asking for more", packs(measuring)],
  ];
  const figures = [];
  for (const [policy, read] of policies) {
    const spent: (number | undefined)[] = [];
    for (const asked of questions) spent.push(await tokensUntilSeen(asked, read(asked)));
    figures.push({ policy, ...summed(spent) });
  }
  return figures;
}

async function tokensUntilSeen(
  asked: Asked,
  texts: AsyncIterable<Shown> | Iterable<Shown>,
): Promise<number | undefined> {
  let tokens = 0;
  const seen: Shown[] = [];
  for await (const shown of texts) {
    tokens += shown.tokens + CALL;
    if (tokens > END) return undefined;
    seen.push(shown);
    if (piecesSeen(asked, seen) === piecesOf(asked)) return tokens;
  }
  return undefined;
}

/** One session that never repeats, and twice the budget each time. */
function packs({ toolkit, graphId, signal }: Measuring): Policy {
  return async function* ({ question, also }) {
    const context = { caller: "cli", ...(signal === undefined ? {} : { signal }) };
    let session = "new";
    for (let tokenBudget = FIRST; tokenBudget <= END; tokenBudget *= 2) {
      const input = { query: question, also, graphId, tokenBudget, session, format: "text" as const, repeat: false };
      const { text, nodes, telemetry, ...answer }: TextAnswer = await toolkit.call("context", input, context);
      session = answer.session ?? session;
      yield { text, tokens: telemetry.tokensUsed, notes: openedNotes(nodes) };
    }
    if (session !== "new") await toolkit.endSession(session, "cli");
  };
}

function summed(spent: readonly (number | undefined)[]): Omit<ReadingFigures, "policy"> {
  const all = spent.map((tokens) => tokens ?? END).sort((a, b) => a - b);
  const found = spent.filter((tokens) => tokens !== undefined).length;
  return {
    found: Number(((100 * found) / Math.max(1, all.length)).toFixed(1)),
    median: all[all.length >> 1] ?? 0,
    mean: Math.round(all.reduce((sum, tokens) => sum + tokens, 0) / Math.max(1, all.length)),
  };
}
