import { PdError, type PdErrorOptions } from "@pd/core";
import type { SectionPath, SectionVisibility } from "../session/visibility.js";
import { PROMPT_ERRORS } from "./prompt-errors.js";

/** What all errors of prompts have in common. Recognise one by its `name` or `code`: two copies of this package may be installed. */
export class PromptError extends PdError {
  override readonly name: string = "PromptError";
}

/** A prompt that is put together wrongly, or a request for a section that cannot be granted. */
export class PromptValidationError extends PromptError {
  override readonly name = "PromptValidationError";

  constructor(message: string, options: PdErrorOptions = {}) {
    super(PROMPT_ERRORS["prompt-invalid"], message, options);
  }
}

export interface PromptRenderErrorOptions extends PdErrorOptions {
  readonly section?: SectionPath;
  readonly placeholder?: string;
}

/** A section cannot be turned into text with the parameters it was given. */
export class PromptRenderError extends PromptError {
  override readonly name = "PromptRenderError";
  readonly section: SectionPath | undefined;
  readonly placeholder: string | undefined;

  constructor(message: string, { section, placeholder, ...options }: PromptRenderErrorOptions = {}) {
    super(PROMPT_ERRORS["prompt-not-rendered"], message, {
      ...(section === undefined ? {} : { where: section }),
      ...options,
    });
    this.section = section;
    this.placeholder = placeholder;
  }
}

/** What ended an evaluation: a limit, or a final answer that is not what `output` asks for. */
export type EvaluationLimit = "expansions" | "steps" | "budget" | "output";

export interface PromptEvaluationErrorOptions extends PdErrorOptions {
  readonly limit: EvaluationLimit;
  readonly steps: number;
  readonly expansions: number;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** What the model said last. */
  readonly text: string;
}

/** The evaluation came to no result: too many expansions or steps, no budget left, or no answer of the right form (R4.7). */
export class PromptEvaluationError extends PromptError {
  override readonly name = "PromptEvaluationError";
  readonly limit: EvaluationLimit;
  readonly steps: number;
  readonly expansions: number;
  readonly usage: PromptEvaluationErrorOptions["usage"];
  readonly text: string;

  constructor(message: string, options: PromptEvaluationErrorOptions) {
    const { limit, steps, expansions, usage, text, ...rest } = options;
    super(PROMPT_ERRORS["prompt-not-evaluated"], message, rest);
    this.limit = limit;
    this.steps = steps;
    this.expansions = expansions;
    this.usage = usage;
    this.text = text;
  }
}

/** The prompt does not fit even with all summarised that can be (R4.9). */
export class PromptBudgetError extends PromptError {
  override readonly name = "PromptBudgetError";
  /** The least `tokenBudget` that would do. */
  readonly leastTokens: number;

  constructor(message: string, leastTokens: number, options: PdErrorOptions = {}) {
    super("budget-too-small", message, { where: "tokenBudget", ...options });
    this.leastTokens = leastTokens;
  }
}

/** A tool was called whose section is closed (stable mode), so that the model opens it first. */
export class SectionClosedError extends PromptError {
  override readonly name = "SectionClosedError";
  readonly section: SectionPath;

  constructor(section: SectionPath) {
    super(PROMPT_ERRORS["section-closed"], `Open section '${section}' first.`, {
      where: section,
      fix: `Call open_sections with key "${section}".`,
    });
    this.section = section;
  }
}

export interface ExpansionRequest {
  /** What the caller is to apply before it renders again: the sections asked for and the closed ones around them. */
  readonly requestedOverrides: ReadonlyMap<SectionPath, SectionVisibility>;
  readonly reason: string;
  /** As the model gave them. */
  readonly sectionKeys: readonly string[];
}

/** Thrown by `open_sections` where only rendering the prompt again can show what was asked for. `evaluate` catches it. */
export class VisibilityExpansionRequired extends PromptError {
  override readonly name = "VisibilityExpansionRequired";
  readonly requestedOverrides: ReadonlyMap<SectionPath, SectionVisibility>;
  readonly reason: string;
  readonly sectionKeys: readonly string[];

  constructor({ requestedOverrides, reason, sectionKeys }: ExpansionRequest) {
    super(PROMPT_ERRORS["expansion-required"], `The prompt has to be rendered again to open ${inWords(sectionKeys)}`, {
      fix: "Apply requestedOverrides to the prompt's session and render again.",
    });
    this.requestedOverrides = requestedOverrides;
    this.reason = reason;
    this.sectionKeys = sectionKeys;
  }
}

/** Each key once, quoted. */
export function inWords(sectionKeys: readonly string[]): string {
  return [...new Set(sectionKeys)].map((key) => `'${key}'`).join(", ");
}

/** By name, not by class. */
export function isVisibilityExpansionRequired(value: unknown): value is VisibilityExpansionRequired {
  return value instanceof Error && value.name === "VisibilityExpansionRequired" && "requestedOverrides" in value;
}
