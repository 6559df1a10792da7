import { isPdError, throwIfCancelled } from "@pd/core";
import type { ModelAdapter, ModelMessage, ModelReply, ModelStop, ModelUsage } from "./adapters/model-adapter.js";
import { answerCalls } from "./evaluation/answer-calls.js";
import { askModel } from "./evaluation/ask-model.js";
import type { OnEvaluationEvent } from "./evaluation/event.js";
import { parseOutput } from "./evaluation/final-output.js";
import { createRun, type Run } from "./evaluation/run.js";
import type { StageOptions } from "./evaluation/stage.js";
import type { BoundPrompt } from "./section/prompt-types.js";
import type { PromptSession } from "./session/session.js";

/** `visibility` is left out: an override of one rendering would win over what the model opens. Dispatch it to the session. */
export interface EvaluateOptions extends Omit<StageOptions, "visibility"> {
  /** The conversation so far. The prompt is the system text before it. */
  readonly messages?: readonly ModelMessage[] | undefined;
  /** How often the prompt may be rendered again (R4.7). Default 10. */
  readonly maxExpansions?: number | undefined;
  /** How often the model may be asked. Default 50. */
  readonly maxSteps?: number | undefined;
  /** How often a final answer that does not match `output` may be corrected. Default 1. */
  readonly maxCorrections?: number | undefined;
  /** Tokens in and out, over all requests. */
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: OnEvaluationEvent | undefined;
  /** Text as it arrives, of every step. */
  readonly onText?: ((delta: string) => void) | undefined;
}

export interface Evaluation<Output> {
  /** What the prompt's `output` makes of the final text; the text itself where it has none. */
  readonly output: Output;
  readonly text: string;
  readonly stop: ModelStop;
  readonly usage: ModelUsage;
  readonly steps: number;
  readonly expansions: number;
  /** The whole conversation, to go on with. */
  readonly messages: readonly ModelMessage[];
  readonly session: PromptSession;
}

/**
 * Asks a model until it has answered: renders, runs the tools it calls, opens the sections it asks for.
 * Ends with a result, a `PromptEvaluationError` (a limit), a `ModelError` (no answer) or `cancelled`.
 */
export async function evaluate<Output>(
  prompt: BoundPrompt<Output>,
  adapter: ModelAdapter,
  options: EvaluateOptions = {},
): Promise<Evaluation<Output>> {
  const run = createRun(prompt, adapter, options);
  const started = performance.now();
  try {
    const result = await answerOf(run, prompt);
    const { expansions, usage } = result;
    run.tell({ kind: "evaluation-finished", milliseconds: performance.now() - started, expansions, usage });
    return result;
  } catch (error) {
    const code = isPdError(error) ? { code: error.code } : {};
    run.tell({ kind: "evaluation-failed", milliseconds: performance.now() - started, ...code, cause: error });
    throw error;
  }
}

async function answerOf<Output>(run: Run, prompt: BoundPrompt<Output>): Promise<Evaluation<Output>> {
  const { maxSteps } = run.limits;
  throwIfCancelled(run.signal);
  let stage = run.render();
  while (run.step < maxSteps) {
    run.step += 1;
    const reply = await askModel(run, stage);
    if (reply.toolCalls.length > 0) {
      stage = await answerCalls(run, reply, stage);
    } else {
      const answer = await finish(run, reply, prompt);
      if (answer !== undefined) return answer;
    }
  }
  throw run.stopped("steps", `No answer after ${maxSteps} steps`, { fix: "Raise maxSteps." });
}

/** The result; or nothing, where the model was told what is wrong with its answer and is to be asked again. */
async function finish<Output>(
  run: Run,
  { stop }: ModelReply,
  { output: schema }: BoundPrompt<Output>,
): Promise<Evaluation<Output> | undefined> {
  const { text, step: steps, expansions, messages, session } = run;
  const result = { text, stop, usage: run.budget.usage, steps, expansions, messages, session };
  // Without a schema nothing says what Output is: it is what the model said.
  if (schema === undefined) return { ...result, output: text as Output };
  try {
    return { ...result, output: await parseOutput(schema, text) };
  } catch (error) {
    if (!isPdError(error)) throw error;
    run.tell({ kind: "output-rejected", message: error.message });
    // One that was cut off or refused will not be better for being asked again.
    if (run.corrections >= run.limits.maxCorrections || stop !== "end") {
      const how = stop === "end" ? "" : stop === "length" ? ", and was cut off" : ", but a refusal";
      const message = `The final answer is not what the prompt asks for${how}: ${error.message}`;
      throw run.stopped("output", message, { cause: error });
    }
    run.corrections += 1;
    messages.push({ role: "user", text: `That is not what was asked for: ${error.message}. Give the answer again.` });
    return undefined;
  }
}
