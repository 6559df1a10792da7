import type { Filesystem, TokenCounter, Tool } from "@pd/core";
import type * as z from "zod/mini";
import type { GivenOverrides } from "../session/overrides.js";
import type { PromptSession } from "../session/session.js";
import type { SectionPath, SectionVisibility } from "../session/visibility.js";

/** A tool that a prompt hands to a model: core's own contract. */
export type PromptTool = Tool;

/** A skill that a section brings along. Only the name matters here; the object is handed on as it is. */
export interface PromptSkill {
  readonly name: string;
}

/**
 * How a closed section reaches the model (R4.5). `files`: written below `context/`. `inline`: as the result of `read_section`.
 * `rerender`: the prompt is rendered again; always so where the section brings tools or skills.
 */
export type Delivery = "files" | "inline" | "rerender";

export interface RenderOptions {
  /** Its visibility overrides apply, and selectors see it. */
  readonly session?: PromptSession | undefined;
  /** Overrides for this rendering alone; they win over those of the session. */
  readonly visibility?: GivenOverrides | undefined;
  /** Where `open_sections` writes. With one, `files` is the default delivery. */
  readonly filesystem?: Filesystem | undefined;
  readonly delivery?: Delivery | undefined;
  /** A ceiling on the text: sections are summarised by priority until it fits (R4.9). */
  readonly tokenBudget?: number | undefined;
  /** What counts tokens; `o200k` unless told. */
  readonly counter?: TokenCounter | undefined;
}

export interface RenderedSection {
  readonly path: SectionPath;
  /** `1.2`, fixed when the prompt was put together. */
  readonly number: string;
  readonly title: string;
  readonly depth: number;
  readonly visibility: SectionVisibility;
  /** What this section's own part of the text costs, without its children. */
  readonly tokens: number;
}

export interface RenderedPrompt {
  readonly text: string;
  /** Those of the open sections in order, then `open_sections` and `read_section` where there is something to open. */
  readonly tools: readonly PromptTool[];
  /** What opening the closed sections would add to `tools`: a host that adds tools of its own can see a clash of names at once. */
  readonly closedTools: readonly PromptTool[];
  /** Those of the open sections. */
  readonly skills: readonly PromptSkill[];
  /** The sections that are in the text, in order. Counted when first looked at. */
  readonly sections: readonly RenderedSection[];
  /** What the text costs. Counted when first looked at. */
  readonly tokens: number;
  /** What the budget closed: sections that would have been open without it, in order. */
  readonly summarised: readonly SectionPath[];
  readonly delivery: Delivery;
}

/** A prompt with its parameters: what is rendered, evaluated and served. */
export interface BoundPrompt<Output = unknown> {
  readonly ns: string;
  readonly key: string;
  /** What the model's final answer must be. */
  readonly output?: z.core.$ZodType<Output> | undefined;
  render(options?: RenderOptions): RenderedPrompt;
}

/**
 * What a tool of a prompt answers where it can fail without breaking the turn. The model is shown `message`, then `value` as JSON unless it
 * is null. An object with other fields beside these three is not a `ToolResult`, and is shown whole.
 */
export interface ToolResult<Value> {
  readonly message: string;
  readonly value: Value | null;
  readonly success: boolean;
}
