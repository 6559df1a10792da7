import { ToolMessage } from "@langchain/core/messages";
import { type DynamicStructuredTool, ToolInputParsingException, tool } from "@langchain/core/tools";
import type { Toolkit } from "@pd/core";
import type { AgentTool } from "../agent-tool.js";
import { type Conversation, type ConversationOptions, conversationOf } from "../conversation.js";

/** For `createAgent({ tools: langchainTools(toolkit) })`, LangGraph's `ToolNode`, and `model.bindTools`. */
export function langchainTools(from: Toolkit | Conversation, options?: ConversationOptions): DynamicStructuredTool[] {
  return conversationOf(from, options).tools.map(langchainTool);
}

type Config = { readonly signal?: AbortSignal } | undefined;

function langchainTool({ name, description, parameters, execute }: AgentTool): DynamicStructuredTool {
  const run = (input: unknown, config: Config) => execute(input, { signal: config?.signal });
  const made: DynamicStructuredTool = tool(run, { name, description, schema: { ...parameters } });
  const invoke = made.invoke.bind(made) as (input: unknown, config: Config) => Promise<unknown>;
  return Object.assign(made, {
    /** LangChain checks the input first, and throws. What is wrong with it, and what would work, is for the model to read. */
    invoke: (input: unknown, config: Config) =>
      invoke(input, config).catch(async (error: unknown) => {
        if (!(error instanceof ToolInputParsingException)) throw error;
        if (!isToolCall(input)) return run(input, config);
        const content = await run(input.args, config);
        return new ToolMessage({ name, content, tool_call_id: input.id, status: "error" });
      }),
  });
}

function isToolCall(input: unknown): input is { readonly id: string; readonly args: unknown } {
  return typeof input === "object" && input !== null && "type" in input && input.type === "tool_call";
}
