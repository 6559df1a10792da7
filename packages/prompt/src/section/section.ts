import { checkTools, isPdError } from "@pd/core";
import type * as z from "zod/mini";
import type { PromptSession } from "../session/session.js";
import { isSectionVisibility, noVisibility, SectionVisibility } from "../session/visibility.js";
import { PromptValidationError } from "./errors.js";
import { checkPlaceholders } from "./parameters.js";
import { type CompiledTemplate, compileTemplate } from "./placeholders.js";
import type { PromptSkill, PromptTool } from "./prompt-types.js";
import { sectionKey } from "./section-key.js";
import { templateText } from "./template-text.js";

/** A schema of named parameters: `z.object({ … })` of zod or zod/mini, or what comes of one. */
export type ParamsSchema = z.core.$ZodType<object>;

/** A constant, `() =>`, `(params) =>` or `(params, session) =>` (R4.3). */
export type Selector<Params, Value> = Value | ((params: Params, session: PromptSession | undefined) => Value);

declare const paramsOf: unique symbol;

/** A section, ready to be put into a prompt. `Params` is what it and its children ask `bind` for. */
export interface Section<Params = unknown> extends SectionDefinition {
  /** For the type alone: never there. A parameter, so that the needs of several sections add up. */
  readonly [paramsOf]?: (params: Params) => void;
}

/** What a section is made of, checked. */
export interface SectionDefinition {
  readonly key: string;
  readonly title: string;
  readonly template: CompiledTemplate;
  readonly params: ParamsSchema | undefined;
  readonly summary: string | undefined;
  readonly visibility: Selector<never, SectionVisibility>;
  readonly enabled: Selector<never, boolean>;
  readonly tools: readonly PromptTool[];
  readonly skills: readonly PromptSkill[];
  readonly children: readonly SectionDefinition[];
  readonly priority: number;
}

/** What these sections ask for, taken together. */
export type ParamsOf<Sections extends readonly Section<never>[]> =
  Sections[number] extends Section<infer Params> ? Params : never;

/** What a schema takes; nothing where there is none. */
export type InputOf<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : unknown;
export type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : Record<never, never>;

export interface MarkdownSectionOptions<
  Schema extends ParamsSchema | undefined,
  Children extends readonly Section<never>[],
> {
  readonly title: string;
  /** Trimmed, lower-cased, `^[a-z0-9][a-z0-9_-]{0,63}$`; unique among its siblings. */
  readonly key: string;
  /** Markdown with `${name}` for parameters and `$$` for a dollar sign before a brace. */
  readonly template: string;
  /** What the placeholders stand for. */
  readonly params?: Schema;
  /** Plain text, shown while the section is closed: nothing is substituted in it. */
  readonly summary?: string | undefined;
  /** Open unless told otherwise. */
  readonly visibility?: Selector<OutputOf<Schema>, SectionVisibility> | undefined;
  /** A section that is not enabled does not exist. */
  readonly enabled?: Selector<OutputOf<Schema>, boolean> | undefined;
  /** Handed to the model while the section is open. */
  readonly tools?: readonly PromptTool[] | undefined;
  readonly skills?: readonly PromptSkill[] | undefined;
  readonly children?: Children;
  /** Under a budget, what has less is summarised first (R4.9). 0 unless told; of equals, the later one goes first. */
  readonly priority?: number | undefined;
}

/** A section of markdown. What is wrong with it by itself is a `PromptValidationError` here. */
export function markdownSection<
  Schema extends ParamsSchema | undefined = undefined,
  const Children extends readonly Section<never>[] = readonly [],
>(options: MarkdownSectionOptions<Schema, Children>): Section<InputOf<Schema> & ParamsOf<Children>> {
  const key = sectionKey(options.key);
  const { params, summary, visibility = SectionVisibility.FULL, enabled = true, priority = 0 } = options;
  const template = compileTemplate(checkedTemplate(options.template, key), key);
  checkPlaceholders(template.names, params, key);
  const section: SectionDefinition = {
    key,
    title: checkedTitle(options.title, key),
    template,
    params,
    summary: checkedSummary(summary, key),
    // Called with the parameters of this very section and nothing else.
    visibility: visibility as Selector<never, SectionVisibility>,
    enabled: enabled as Selector<never, boolean>,
    tools: checkedTools(options.tools ?? [], key),
    skills: options.skills ?? [],
    children: options.children ?? [],
    priority,
  };
  if (typeof visibility !== "function") checkVisibility(visibility, section.summary, key);
  if (!Number.isFinite(priority)) throw invalid(key, `${priority} is not a priority`, "Use a number.");
  return section as Section<InputOf<Schema> & ParamsOf<Children>>;
}

/** A constant is checked when the section is made, what a function gave when it is rendered. */
export function checkVisibility(visibility: unknown, summary: string | undefined, section: string): SectionVisibility {
  if (!isSectionVisibility(visibility)) {
    throw invalid(section, noVisibility(visibility), "Use SectionVisibility.FULL or SUMMARY.");
  }
  if (visibility === SectionVisibility.SUMMARY && summary === undefined) {
    throw invalid(section, "it is to be summarised and has no summary", 'Add one, e.g. summary: "API documentation."');
  }
  return visibility;
}

function checkedTitle(title: string, key: string): string {
  const kept = typeof title === "string" ? title.trim() : "";
  if (kept !== "" && !/\p{Cc}|[\u2028\u2029]/u.test(kept)) return kept;
  throw invalid(key, "the title is empty or goes over several lines", "Give it a title of one line.");
}

function checkedTemplate(template: string, key: string): string {
  if (typeof template === "string") return templateText(template);
  throw invalid(key, "the template is not text", 'Give it one, e.g. template: "Complete the task: ${task}".');
}

function checkedSummary(summary: string | undefined, key: string): string | undefined {
  if (summary === undefined) return undefined;
  const kept = typeof summary === "string" ? templateText(summary) : "";
  if (kept !== "") return kept;
  throw invalid(key, "the summary is empty", "Say in a sentence what opening the section would show.");
}

/** Also of a section that is closed at first: a tool that cannot be listed is found here, not when a model opens the section. */
function checkedTools(tools: readonly PromptTool[], key: string): readonly PromptTool[] {
  try {
    checkTools(tools);
    return tools;
  } catch (error) {
    if (!isPdError(error)) throw invalid(key, "its tools are not a list of tools", "Make each with defineTool().");
    throw invalid(key, error.message, error.fix ?? "Make each tool with defineTool().");
  }
}

function invalid(section: string, what: string, fix: string): PromptValidationError {
  return new PromptValidationError(`Section '${section}': ${what}`, { where: section, fix });
}
