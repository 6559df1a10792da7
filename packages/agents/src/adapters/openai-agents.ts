import type { Toolkit } from "@pd/core";
import { type Conversation, type ConversationOptions, conversationOf } from "../conversation.js";
import { jsonArguments } from "../json-arguments.js";

/** A function tool of the OpenAI Agents SDK. Not strict: strict tools have no optional fields. */
export interface OpenAiAgentsTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: AgentsParameters;
  readonly strict: false;
  invoke(context: unknown, input: string, details?: { readonly signal?: AbortSignal | undefined }): Promise<string>;
  needsApproval(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

interface AgentsParameters {
  readonly type: "object";
  readonly properties: Record<string, never>;
  readonly required: string[];
  readonly additionalProperties: true;
}

/** For `new Agent({ tools: openaiAgentsTools(toolkit) })`. A tool that changes something waits for a person's approval. */
export function openaiAgentsTools(from: Toolkit | Conversation, options?: ConversationOptions): OpenAiAgentsTool[] {
  return conversationOf(from, options).tools.map(({ name, description, parameters, readOnly, execute }) => ({
    type: "function",
    name,
    description,
    parameters: { required: [], ...parameters, additionalProperties: true } as unknown as AgentsParameters,
    strict: false,
    invoke: (_context, input, details) => execute(jsonArguments(input), { signal: details?.signal }),
    needsApproval: async () => !readOnly,
    isEnabled: async () => true,
  }));
}
