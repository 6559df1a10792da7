import type { Toolkit } from "@pd/core";
import type { AgentTool, ExecuteOptions } from "../agent-tool.js";
import { type Conversation, type ConversationOptions, conversationOf } from "../conversation.js";
import { jsonArguments } from "../json-arguments.js";

/** A tool of the Responses API. Not strict: strict tools have no optional fields. */
export interface ResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: { [field: string]: unknown };
  readonly strict: false;
}

/** A tool of Chat Completions. `function` inside is for the SDK's `runTools`; a request leaves functions out. */
export interface ChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: { [field: string]: unknown };
    function(input: string, runner?: unknown): Promise<string>;
  };
}

interface FunctionCallOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string;
}

interface ToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

export interface OpenAiTools {
  /** For `responses.create({ tools })`. */
  readonly responses: ResponsesTool[];
  /** For `chat.completions.create({ tools })` and `chat.completions.runTools({ tools })`. */
  readonly chat: ChatTool[];
  /** For a loop over responses: an output for every function call in a response's `output`, to be sent as the next `input`. */
  outputs(output: readonly unknown[], options?: ExecuteOptions): Promise<FunctionCallOutput[]>;
  /** For a loop over chat completions: a message for every one of an assistant message's `tool_calls`. */
  messages(calls: readonly unknown[] | null | undefined, options?: ExecuteOptions): Promise<ToolMessage[]>;
}

export function openaiTools(from: Toolkit | Conversation, options?: ConversationOptions): OpenAiTools {
  const conversation = conversationOf(from, options);
  const told = async (name: string, input: unknown, given?: ExecuteOptions) =>
    (await conversation.call(name, jsonArguments(input), given)).text;
  return {
    responses: conversation.tools.map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      parameters: { ...parameters },
      strict: false,
    })),
    chat: conversation.tools.map((tool) => ({ type: "function", function: chatFunction(tool) })),
    outputs: (output, given) =>
      Promise.all(
        output.filter(isFunctionCall).map(async ({ call_id, name, arguments: input }) => ({
          type: "function_call_output" as const,
          call_id,
          output: await told(name, input, given),
        })),
      ),
    messages: (calls, given) =>
      Promise.all(
        (calls ?? []).filter(isChatCall).map(async ({ id, function: { name, arguments: input } }) => ({
          role: "tool" as const,
          tool_call_id: id,
          content: await told(name, input, given),
        })),
      ),
  };
}

function chatFunction({ name, description, parameters, execute }: AgentTool): ChatTool["function"] {
  return {
    name,
    description,
    parameters: { ...parameters },
    function: (input, runner) => execute(jsonArguments(input), { signal: signalOf(runner) }),
  };
}

/** The SDK's runner has a controller, whose signal ends its calls. */
function signalOf(runner: unknown): AbortSignal | undefined {
  const { controller } = (runner ?? {}) as { readonly controller?: AbortController };
  return controller?.signal;
}

interface FunctionCall {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

function isFunctionCall(item: unknown): item is FunctionCall {
  return typeof item === "object" && item !== null && "type" in item && item.type === "function_call";
}

interface ChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function isChatCall(call: unknown): call is ChatCall {
  return typeof call === "object" && call !== null && "id" in call && "function" in call;
}
