import { isPdError, PdError, throwIfCancelled } from "@pd/core";
import type { ModelReply, ModelToolAnswer, ModelToolCall } from "../adapters/model-adapter.js";
import { unlessCancelled } from "../render/cancellation.js";
import { inWords, isVisibilityExpansionRequired, type VisibilityExpansionRequired } from "../section/errors.js";
import type { ToolResult } from "../section/prompt-types.js";
import type { Stage } from "./stage.js";

export interface Answered {
  readonly call: ModelToolCall;
  readonly milliseconds: number;
  readonly answer: ModelToolAnswer;
  readonly error?: PdError;
}

export interface Round {
  readonly answered: readonly Answered[];
  /** The first that was asked for; its call is answered once the prompt has been rendered again. */
  readonly expansion?: { readonly call: ModelToolCall; readonly required: VisibilityExpansionRequired };
}

interface Outcome extends Answered {
  readonly required?: VisibilityExpansionRequired;
}

/** Runs the calls of one reply. Each gets an answer, whatever happens; only cancelling ends it. */
export async function runCalls(reply: ModelReply, stage: Stage, signal: AbortSignal | undefined): Promise<Round> {
  const run = (call: ModelToolCall) => outcomeOf(call, { reply, stage, signal });
  const outcomes: Outcome[] = [];
  // Calls that only read cannot get into each other's way.
  if (reply.toolCalls.every(({ name }) => stage.isReadOnly(name))) {
    outcomes.push(...(await Promise.all(reply.toolCalls.map(run))));
  } else {
    for (const call of reply.toolCalls) outcomes.push(await run(call));
  }
  const first = outcomes.find(({ required }) => required !== undefined);
  if (first?.required === undefined) return { answered: outcomes };
  const { call, required } = first;
  const others = outcomes.filter((outcome) => outcome !== first);
  return { answered: others.map((outcome) => passedOver(outcome, required)), expansion: { call, required } };
}

/** Of parallel calls the first expansion counts (R4.7): the prompt that the others were made for is gone. */
function passedOver(outcome: Outcome, first: VisibilityExpansionRequired): Answered {
  if (outcome.required === undefined) return outcome;
  const opened = inWords(first.sectionKeys);
  const text = `Error: Not opened, because another call of this turn opened ${opened} first. Call open_sections again if you still need these sections.`;
  return { ...outcome, answer: { ...outcome.answer, text, isError: true } };
}

interface Circumstances {
  readonly reply: ModelReply;
  readonly stage: Stage;
  readonly signal: AbortSignal | undefined;
}

async function outcomeOf(call: ModelToolCall, { reply, stage, signal }: Circumstances): Promise<Outcome> {
  const { id, name } = call;
  const started = performance.now();
  const done = (told: { readonly text: string; readonly isError: boolean }, more: Partial<Outcome> = {}): Outcome => ({
    call,
    milliseconds: performance.now() - started,
    answer: { id, name, ...told },
    ...more,
  });
  const refused = (why: string) => done({ text: `Error: ${why}`, isError: true });
  if (reply.stop === "length") return refused("The reply was cut off before the call was complete. Make it shorter.");
  if (call.malformed !== undefined) return refused(`${call.malformed}. Send them again as one JSON object.`);
  try {
    const context = signal === undefined ? {} : { signal };
    return done(toldOf(await unlessCancelled(signal, () => stage.call(name, call.input, context)), name));
  } catch (error) {
    throwIfCancelled(signal);
    if (isVisibilityExpansionRequired(error)) return done({ text: "", isError: false }, { required: error });
    const failure = isPdError(error) ? error : notShown(name, error);
    return done({ text: wordsFor(failure, name), isError: true }, { error: failure });
  }
}

/** Formats refuse an answer without text. */
const NOTHING = "Done.";

/** What a model is told of a result: a text as it is, message and value of a `ToolResult`, anything else as JSON. */
function toldOf(result: unknown, tool: string): { readonly text: string; readonly isError: boolean } {
  if (isToolResult(result)) {
    const { message, value, success } = result;
    // The message of `open_sections` already names every file in its value.
    const json = value === null || tool === "open_sections" ? undefined : JSON.stringify(value);
    const shown = [message, json].filter((part) => part !== undefined && part !== "").join("\n");
    return success ? { text: shown || NOTHING, isError: false } : { text: `Error: ${shown}`, isError: true };
  }
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return { text: text || NOTHING, isError: false };
}

/** Exactly the fields of a `ToolResult`: an object with further ones is a tool's own, and reaches the model whole. */
function isToolResult(result: unknown): result is ToolResult<unknown> {
  if (typeof result !== "object" || result === null) return false;
  const { message, success } = result as Partial<ToolResult<unknown>>;
  if (typeof message !== "string" || typeof success !== "boolean" || !("value" in result)) return false;
  return Object.keys(result).length === 3;
}

/** A result that is no JSON, such as one that holds itself. */
function notShown(tool: string, cause: unknown): PdError {
  return new PdError("tool-failed", `The result of "${tool}" cannot be shown to a model`, { cause });
}

/** A tool's own failure is not quoted: what it says was not written for a model, and may hold what must not leave. */
function wordsFor({ code, message, fix }: PdError, tool: string): string {
  if (code === "tool-failed") return `Error: "${tool}" failed. Try other arguments, or go on without it.`;
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return `Error: ${sentence}${fix === undefined ? "" : ` ${fix}`}`;
}
