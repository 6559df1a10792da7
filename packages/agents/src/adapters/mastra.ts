import type { Toolkit } from "@pd/core";
import { type Conversation, type ConversationOptions, conversationOf } from "../conversation.js";
import type { AiSdkTool } from "./ai-sdk.js";
import { aiSdkTools } from "./ai-sdk.js";

/** A tool of Mastra: of the AI SDK's form, which Mastra takes, with an id. */
export interface MastraTool extends AiSdkTool {
  readonly id: string;
}

/** For `new Agent({ tools: mastraTools(toolkit) })`. */
export function mastraTools(from: Toolkit | Conversation, options?: ConversationOptions): Record<string, MastraTool> {
  const tools = Object.entries(aiSdkTools(conversationOf(from, options)));
  return Object.fromEntries(tools.map(([id, tool]) => [id, { id, ...tool }]));
}
