import type * as z from "zod/mini";
import { renderPrompt } from "../render/render.js";
import { stablePrompt } from "../render/stable.js";
import { createBinding } from "./binding.js";
import { PromptValidationError } from "./errors.js";
import { outlineOf, type PromptOutline } from "./prompt-outline.js";
import type { BoundPrompt, Delivery } from "./prompt-types.js";
import { registerSections, type SectionRegistry } from "./registry.js";
import type { ParamsOf, Section } from "./section.js";
import { promptNamespace, sectionKey } from "./section-key.js";

/** A prompt with its parameters, as `bind` gives it. */
export interface Prompt<Output = unknown> extends BoundPrompt<Output> {
  /** The same prompt for a prompt cache: its text only grows and its tools never change (R4.8). */
  stable(): BoundPrompt<Output>;
  /** Its sections as they can be listed and read one by one: the host's own access, outside any session. */
  outline(): PromptOutline;
}

/** A prompt without its parameters. Build it once. */
export interface PromptTemplate<Params, Output = unknown> {
  readonly ns: string;
  readonly key: string;
  readonly output?: z.core.$ZodType<Output> | undefined;
  readonly registry: SectionRegistry;
  /** Gives the sections what they ask for. Nothing is rendered yet. */
  bind(...params: BindArguments<Params>): Prompt<Output>;
}

/** Nothing has to be given where nothing is needed. */
export type BindArguments<Params> =
  Record<never, never> extends Params ? readonly [params?: Params] : readonly [params: Params];

export interface PromptTemplateOptions<Sections extends readonly Section<never>[], Output> {
  /** Like `agents/assistant`. */
  readonly ns: string;
  readonly key: string;
  readonly sections: Sections;
  /** What the model's final answer must be. */
  readonly output?: z.core.$ZodType<Output> | undefined;
  /** How closed sections reach the model, where `render` is not told. */
  readonly delivery?: Delivery | undefined;
}

/** Puts sections together. What is wrong with them together is a `PromptValidationError` here. */
export function promptTemplate<const Sections extends readonly Section<never>[], Output = unknown>(
  options: PromptTemplateOptions<Sections, Output>,
): PromptTemplate<ParamsOf<Sections>, Output> {
  const { output, delivery } = options;
  const about = {
    ns: promptNamespace(options.ns),
    key: sectionKey(options.key, "prompt"),
    ...(output === undefined ? {} : { output }),
  };
  if (!Array.isArray(options.sections) || options.sections.length === 0) {
    throw new PromptValidationError(`The prompt '${about.key}' has no sections`, {
      where: "sections",
      fix: "Give it at least one, made with markdownSection().",
    });
  }
  const registry = registerSections(options.sections);
  return {
    ...about,
    registry,
    bind(...[params]: BindArguments<ParamsOf<Sections>>) {
      const binding = createBinding(registry, params ?? {});
      return {
        ...about,
        render: (rendering = {}) => renderPrompt(binding, rendering, delivery),
        stable: () => stablePrompt(about, binding, delivery),
        outline: () => outlineOf(about, binding),
      };
    },
  };
}
