import type { Toolkit } from "@pd/core";
import { type Conversation, type ConversationOptions, conversationOf } from "../conversation.js";
import { type InputSchema, inputSchemaFor } from "../standard-schema.js";

/** A tool of the AI SDK (`ai` 6 or later), as `generateText`, `streamText` and its agents take it. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: InputSchema;
  execute(input: unknown, options?: { readonly abortSignal?: AbortSignal | undefined }): Promise<string>;
}

/** For `generateText({ tools: aiSdkTools(toolkit) })`. */
export function aiSdkTools(from: Toolkit | Conversation, options?: ConversationOptions): Record<string, AiSdkTool> {
  return Object.fromEntries(
    conversationOf(from, options).tools.map(({ name, description, parameters, execute }) => [
      name,
      {
        description,
        inputSchema: inputSchemaFor(parameters),
        execute: (input, { abortSignal } = {}) => execute(input, { signal: abortSignal }),
      } satisfies AiSdkTool,
    ]),
  );
}
