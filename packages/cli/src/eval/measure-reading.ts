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
  const policies = [...grepPolicies(files, count), ["pd context, asking for more", packs(measuring)] as const];
  const figures = [];
  for (const [policy, read] of policies) {
    const spent: (number | undefined)[] = [];
    for (const asked of questions) spent.push(await tokensUntilSeen(asked, read(asked)));
    figures.push({ policy, ...summed(spent) });
  }
  return figures;
}

async function tokensUntilSeen(asked: Asked, texts: Texts): Promise<number | undefined> {
  const { tokens, isFound } = await readUntilSeen(asked, texts);
  return isFound ? tokens : undefined;
}

type Texts = AsyncIterable<Shown> | Iterable<Shown>;

async function readUntilSeen(asked: Asked, texts: Texts): Promise<Omit<GrepCost, "policy">> {
  let tokens = 0;
  const seen: Shown[] = [];
  for await (const shown of texts) {
    tokens += shown.tokens + CALL;
    if (tokens > END) break;
    seen.push(shown);
    if (piecesSeen(asked, seen) === piecesOf(asked)) return { tokens, calls: seen.length, isFound: true };
  }
  return { tokens: Math.min(tokens, END), calls: seen.length, isFound: false };
}

/** What somebody without pd spends on a question. */
export interface GrepCost {
  readonly policy: string;
  readonly tokens: number;
  readonly calls: number;
  /** Whether all evidence was seen within the limit; where it was not, the tokens were spent for nothing. */
  readonly isFound: boolean;
}

/** What grep and reading cost until the evidence of one question was seen, by each of the two ways. */
export async function grepCosts(
  asked: Asked,
  files: readonly NoteFile[],
  count: (text: string) => number,
): Promise<readonly GrepCost[]> {
  return Promise.all(
    grepPolicies(files, count).map(async ([policy, read]) => ({
      policy,
      ...(await readUntilSeen(asked, read(asked))),
    })),
  );
}

function grepPolicies(
  files: readonly NoteFile[],
  count: (text: string) => number,
): readonly (readonly [string, Policy])[] {
  return [
    ["grep, then whole files", grepThenRead(files, count)],
    ["grep, matching lines", grepLines(files, count)],
  ];
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
