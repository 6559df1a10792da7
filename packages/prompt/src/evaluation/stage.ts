import { type CallContext, createToolkit, type Tool } from "@pd/core";
import type { ModelTool } from "../adapters/model-adapter.js";
import { PromptValidationError } from "../section/errors.js";
import type { BoundPrompt, RenderedPrompt, RenderOptions } from "../section/prompt-types.js";
import { outputInstruction } from "./final-output.js";

/** A prompt as it stands between two expansions: what the model is told, and what its calls reach. */
export interface Stage {
  readonly rendered: RenderedPrompt;
  /** What is sent. In stable mode it stays what it first was. */
  readonly text: string;
  readonly tools: readonly ModelTool[];
  /** In stable mode, what this stage adds to the one before: it is told in the answer, and no earlier byte changes (R4.8). */
  readonly addition: string | undefined;
  isReadOnly(tool: string): boolean;
  /** Parses by the tool's schema; whatever goes wrong is a `PdError`. */
  call(tool: string, input: unknown, context: CallContext): Promise<unknown>;
}

export interface StageOptions extends RenderOptions {
  /** Tools beside those of the prompt, e.g. `fileTools(filesystem)`. */
  readonly tools?: readonly Tool[] | undefined;
}

export function renderStage(prompt: BoundPrompt, options: StageOptions, before?: Stage): Stage {
  const { tools: more = [], ...renderOptions } = options;
  const rendered = prompt.render(renderOptions);
  // Before the first request: a clash that comes up when a section opens would end a conversation that has cost something.
  if (before === undefined) toolkitOf([...rendered.tools, ...rendered.closedTools, ...more]);
  const toolkit = toolkitOf([...rendered.tools, ...more]);
  const tools = toolkit.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const readOnly = new Set(toolkit.tools.filter((tool) => tool.readOnly).map(({ name }) => name));
  // Formats refuse a conversation with calls and without tools: those of before are then listed on.
  const listedOn = tools.length === 0 ? before?.tools : undefined;
  const common = {
    rendered,
    isReadOnly: (tool: string) => readOnly.has(tool),
    async call(tool: string, input: unknown, context: CallContext) {
      if (listedOn?.some(({ name }) => name === tool)) throw gone(tool);
      return toolkit.call(tool, input, context);
    },
  };
  if (before !== undefined && isAddition(rendered, tools, before)) {
    const addition = rendered.text.slice(before.rendered.text.length).trim();
    return { ...common, text: before.text, tools: before.tools, addition };
  }
  return {
    ...common,
    text: rendered.text + (prompt.output === undefined ? "" : outputInstruction(prompt.output)),
    tools: listedOn ?? tools,
    addition: undefined,
  };
}

function toolkitOf(tools: readonly Tool[]) {
  return createToolkit({ mounts: [{ tools }], operations: [] });
}

/** A tool that is listed and has nothing left to do. */
function gone(tool: string): PromptValidationError {
  const message =
    tool === "open_sections" || tool === "read_section"
      ? "No section is closed: the instructions show all of them in full"
      : `The section that brought "${tool}" is gone`;
  return new PromptValidationError(message, { where: tool, fix: "Go on without this tool." });
}

function isAddition(rendered: RenderedPrompt, tools: readonly ModelTool[], before: Stage): boolean {
  return rendered.text.startsWith(before.rendered.text) && JSON.stringify(tools) === JSON.stringify(before.tools);
}
