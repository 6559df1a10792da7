import { guarded, o200k, PdError } from "@pd/core";
import type { ModelAdapter, ModelMessage } from "../adapters/model-adapter.js";
import type { EvaluateOptions } from "../evaluate.js";
import { type EvaluationLimit, PromptEvaluationError } from "../section/errors.js";
import type { BoundPrompt } from "../section/prompt-types.js";
import { createPromptSession, type PromptSession } from "../session/session.js";
import { createEvaluationBudget, type EvaluationBudget } from "./budget.js";
import type { EvaluationEvent } from "./event.js";
import { renderStage, type Stage } from "./stage.js";

/** An event before it is known when and where it happened. */
type Untold<Event> = Event extends EvaluationEvent ? Omit<Event, "at" | "step"> : never;

/** How far an evaluation has come. */
export interface Run {
  readonly adapter: ModelAdapter;
  readonly session: PromptSession;
  readonly budget: EvaluationBudget;
  readonly limits: { readonly maxExpansions: number; readonly maxSteps: number; readonly maxCorrections: number };
  readonly signal: AbortSignal | undefined;
  readonly onText: ((delta: string) => void) | undefined;
  readonly messages: ModelMessage[];
  step: number;
  expansions: number;
  corrections: number;
  /** What the model said last. */
  text: string;
  tell(event: Untold<EvaluationEvent>): void;
  render(before?: Stage): Stage;
  stopped(limit: EvaluationLimit, message: string, more?: { fix?: string; cause?: unknown }): PromptEvaluationError;
}

/** A model is asked by someone: the prompt is the system text, and these words are the question where the host has none. */
const FIRST_WORDS = "Follow the instructions.";

export function createRun(prompt: BoundPrompt, adapter: ModelAdapter, options: EvaluateOptions): Run {
  const { maxExpansions = 10, maxSteps = 50, maxCorrections = 1, messages = [], signal } = options;
  const { session = createPromptSession(), counter = o200k, filesystem, delivery, tokenBudget, tools } = options;
  const limits = { maxExpansions, maxSteps, maxCorrections };
  for (const [name, value] of Object.entries(limits)) checkCount(name, value);
  const listener = options.onEvent && guarded(options.onEvent);
  const run: Run = {
    adapter,
    session,
    budget: createEvaluationBudget(options.budget, counter),
    limits,
    signal,
    onText: options.onText && guarded(options.onText),
    messages: messages.length > 0 ? [...messages] : [{ role: "user", text: FIRST_WORDS }],
    step: 0,
    expansions: 0,
    corrections: 0,
    text: "",
    tell: (event) => listener?.({ ...event, at: Date.now(), step: run.step } as EvaluationEvent),
    render(before) {
      const stage = renderStage(prompt, { session, counter, filesystem, delivery, tokenBudget, tools }, before);
      // Sections and tokens are counted when they are looked at.
      if (listener !== undefined) run.tell(renderedEvent(stage));
      return stage;
    },
    stopped(limit, message, more = {}) {
      const { step: steps, expansions, text } = run;
      return new PromptEvaluationError(message, { limit, steps, expansions, usage: run.budget.usage, text, ...more });
    },
  };
  return run;
}

function renderedEvent({ rendered, tools, addition }: Stage): Untold<EvaluationEvent> {
  const { tokens, sections } = rendered;
  const appended = addition !== undefined;
  return { kind: "prompt-rendered", tokens, sections: sections.length, tools: tools.length, appended };
}

function checkCount(where: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  const wanted = "a whole number from 0";
  throw new PdError("input-invalid", `${where} should be ${wanted}`, { where, fix: `Give ${where} as ${wanted}.` });
}
