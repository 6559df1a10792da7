import type { Toolkit } from "@pd/core";
import type { AgentTool } from "../agent-tool.js";
import { type Conversation, type ConversationOptions, conversationOf } from "../conversation.js";

/** A tool as the Messages API takes it. `run` and `parse` are for the SDK's `toolRunner`; a request leaves functions out. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: AgentTool["parameters"];
  parse(input: unknown): unknown;
  run(input: unknown, context?: { readonly signal?: AbortSignal | null | undefined }): Promise<string>;
}

interface ToolResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: true;
}

export interface AnthropicTools {
  /** For `messages.create({ tools })` and `beta.messages.toolRunner({ tools })`. */
  readonly tools: AnthropicTool[];
  /** For a loop of your own: a `tool_result` for every `tool_use` in the content of a message, in its order. */
  results(content: readonly unknown[], options?: { readonly signal?: AbortSignal }): Promise<ToolResultBlock[]>;
}

export function anthropicTools(from: Toolkit | Conversation, options?: ConversationOptions): AnthropicTools {
  const conversation = conversationOf(from, options);
  return {
    tools: conversation.tools.map(({ name, description, parameters, execute }) => ({
      name,
      description,
      input_schema: parameters,
      parse: (input) => input,
      run: (input, context) => execute(input, { signal: context?.signal }),
    })),
    results: (content, given) =>
      Promise.all(
        content.filter(isToolUse).map(async ({ id, name, input }): Promise<ToolResultBlock> => {
          const { text, isError } = await conversation.call(name, input, given);
          return { type: "tool_result", tool_use_id: id, content: text, ...(isError ? { is_error: true } : {}) };
        }),
      ),
  };
}

interface ToolUse {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

function isToolUse(block: unknown): block is ToolUse {
  return typeof block === "object" && block !== null && "type" in block && block.type === "tool_use";
}
