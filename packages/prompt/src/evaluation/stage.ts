import { type CallContext, createToolkit, type Tool } from "@pd/core";
import type { ModelTool } from "../adapters/model-adapter.js";
import type { BoundPrompt, RenderedPrompt, RenderOptions } from "../prompt-types.js";
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
  const toolkit = createToolkit({ mounts: [{ tools: [...rendered.tools, ...more] }], operations: [] });
  const tools = toolkit.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const readOnly = new Set(toolkit.tools.filter((tool) => tool.readOnly).map(({ name }) => name));
  const common = {
    rendered,
    isReadOnly: (tool: string) => readOnly.has(tool),
    call: (tool: string, input: unknown, context: CallContext) => toolkit.call(tool, input, context),
  };
  if (before !== undefined && isAddition(rendered, tools, before)) {
    const addition = rendered.text.slice(before.rendered.text.length).trim();
    return { ...common, text: before.text, tools: before.tools, addition };
  }
  return {
    ...common,
    text: rendered.text + (prompt.output === undefined ? "" : outputInstruction(prompt.output)),
    // Formats refuse a conversation with calls and without tools; those of before are then listed on, and answer that they are gone.
    tools: tools.length === 0 && before !== undefined ? before.tools : tools,
    addition: undefined,
  };
}

function isAddition(rendered: RenderedPrompt, tools: readonly ModelTool[], before: Stage): boolean {
  return rendered.text.startsWith(before.rendered.text) && JSON.stringify(tools) === JSON.stringify(before.tools);
}
