import type { Answer } from "../model/answer.js";
import { PdError } from "../model/errors.js";
import { type TokenCounter, type Tokens, tokens } from "../model/tokens.js";
import type { OperationInput } from "../ports/operation.js";
import { ENVELOPE_TOKENS } from "./envelope.js";
import { isShown } from "./outcome.js";
import type { Packed } from "./packing.js";

// Where a door hands an answer's JSON to a model as it is, all of it counts against the budget, the envelope too (R2.3).

/** The input as an operation plans by it: what surrounds the nodes is taken off the budget beforehand. */
export function withRoomForEnvelope<Input extends OperationInput>(input: Input): Input {
  const asked = budgetIn(input);
  return asked === undefined ? input : { ...input, tokenBudget: Math.max(1, asked - ENVELOPE_TOKENS) };
}

export function budgetIn(input: OperationInput): Tokens | undefined {
  const { tokenBudget } = input as { readonly tokenBudget?: number | undefined };
  return tokenBudget === undefined ? undefined : tokens(tokenBudget);
}

/** An answer, and what became of the nodes that were wanted. */
interface Made {
  readonly packed: Packed;
  readonly answer: Answer;
}

export interface WholeJson<One extends Made> {
  readonly counter: TokenCounter;
  /** The budget of the request, before room was made for the envelope. */
  readonly budget: Tokens | undefined;
  /** Makes an answer whose nodes take no more than this. */
  readonly attempt: (budget: Tokens | undefined) => Promise<One>;
}

/** Makes answers until all of the JSON is within the budget; `tokensUsed` and `tokenBudget` speak of all of it. */
export async function fitWholeJson<One extends Made>(
  { counter, budget, attempt }: WholeJson<One>,
  room: Tokens | undefined,
): Promise<One> {
  for (let left = room; ; ) {
    const made = await attempt(left);
    const answer = countedWhole(made.answer, counter, budget);
    const excess = budget === undefined ? 0 : answer.telemetry.tokensUsed - budget;
    if (excess <= 0) return { ...made, answer };
    if (!made.packed.outcomes.some(isShown)) throw tooSmall(budget, answer.telemetry.tokensUsed);
    left = tokens(Math.max(1, (left ?? 0) - excess));
  }
}

/** The figure is part of what it counts: a longer one may make itself wrong, and is then counted again. */
function countedWhole(answer: Answer, counter: TokenCounter, budget: Tokens | undefined): Answer {
  let tokensUsed = answer.telemetry.tokensUsed;
  for (let turn = 0; turn < 4; turn += 1) {
    const telemetry = { ...answer.telemetry, tokensUsed, tokenBudget: budget ?? null };
    const counted: Answer = { ...answer, telemetry };
    const whole = tokens(counter.count(JSON.stringify(counted)));
    if (whole === tokensUsed) return counted;
    // Upwards only: where the figure cannot be exact it is the larger one.
    tokensUsed = turn === 0 ? whole : tokens(Math.max(whole, tokensUsed));
  }
  return { ...answer, telemetry: { ...answer.telemetry, tokensUsed, tokenBudget: budget ?? null } };
}

function tooSmall(budget: Tokens | undefined, least: Tokens): PdError {
  return new PdError("budget-too-small", `${budget} tokens cannot hold an answer as JSON, even without a node`, {
    where: "tokenBudget",
    fix: `Give at least ${least} tokens; a useful answer begins at about 500.`,
  });
}
