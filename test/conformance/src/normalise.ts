import { type Answer, o200k } from "@pd/core";
import type { Outcome, ToldError } from "./doors/door.js";
import { isAnswer } from "./invariants.js";

/**
 * All that may differ between doors, and nothing else:
 * - a session's id is random, so it is written as `$session`, in texts too, and what a shorter one saves over stdio is added to what the text costs;
 * - a command line names a field as its option (`--budget`), and refuses what it cannot read before anybody else sees it;
 * - where no tool has a name, the fix lists those that the door has (R6.3: `validate` is none over MCP).
 */
export function normalised(outcome: Outcome, session: string | undefined, call: string): Outcome {
  if ("error" in outcome) return { error: inFields(outcome.error, call) };
  if (session === undefined) return outcome;
  return JSON.parse(JSON.stringify(withLongHandle(outcome, session)).replaceAll(session, "$session"));
}

const LONG_HANDLE = `pds_${"0".repeat(39)}`;

/** What the same text would cost with the longest handle: all of a text counts, the handle that it mentions included (R2.3). */
function withLongHandle(outcome: Outcome, session: string): Outcome {
  const more = o200k.count(LONG_HANDLE) - o200k.count(session);
  if (more === 0 || !("answer" in outcome) || !isAnswer(outcome.answer)) return outcome;
  const { text, telemetry, ...rest } = outcome.answer as Answer;
  if (text?.includes(`[session ${session}]`) !== true) return outcome;
  const told = text.replace(/\((\d+)(?= tokens)|^\[(\d+)(?= of \d+ tokens)/gmu, (number) =>
    number.replace(/\d+/u, (digits) => String(Number(digits) + more)),
  );
  return { answer: { ...rest, text: told, telemetry: { ...telemetry, tokensUsed: telemetry.tokensUsed + more } } };
}

/** What only a command line says, since only there it can be wrong. */
const OWN_WORDS = /^(?:pd \S+ needs|There is no option|--\S+ (?:cannot be|needs a value|takes))|is one word too many$/u;

/** Stands for whatever the other doors say: the code alone is compared. */
export const OWN = "(in the door's own words)";

function inFields({ code, message, where, fix }: ToldError, call: string): ToldError {
  if (code === "tool-unknown" || OWN_WORDS.test(message)) return { code, message: OWN };
  const field = (text: string | undefined) =>
    text?.replace(/--[a-z-]+/gu, (option) => FIELDS.get(option) ?? option.slice(2)) ?? "";
  return { code, message: field(message).replace(`${call}: `, ""), where: field(where), fix: field(fix) };
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ["--budget", "tokenBudget"],
  ["--graph", "graphId"],
  ["--depth", "maxDepth"],
  ["--max-nodes", "maxNodes"],
  ["--q", "query"],
]);
