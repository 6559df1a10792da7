import { cancelled, throwIfCancelled } from "@pd/core";
import { generateText, jsonSchema, type LanguageModel, streamText, type ToolSet, tool } from "ai";
import { modelErrorFrom } from "./ai-sdk-error.js";
import { messagesFor, replyFrom } from "./ai-sdk-messages.js";
import type { ModelAdapter, ModelReply, ModelRequest } from "./model-adapter.js";

type Settings = Parameters<typeof generateText>[0];

export interface AiSdkOptions
  extends Pick<Settings, "temperature" | "topP" | "topK" | "seed" | "headers" | "providerOptions" | "toolChoice"> {
  /** The most tokens of one reply. */
  readonly maxTokens?: number;
  /** For a whole answer; in a stream, for the next piece of it. Default 5 minutes. */
  readonly timeoutMilliseconds?: number;
  /** The AI SDK's own retries. Default 2. */
  readonly maxRetries?: number;
}

/** Any model of the AI SDK (`ai` 6). One step at a time: the tools and the loop stay with `evaluate`. */
export function aiSdk(model: LanguageModel, options: AiSdkOptions = {}): ModelAdapter {
  const name = "ai-sdk";
  return {
    name,
    async generate(request) {
      throwIfCancelled(request.signal);
      try {
        const { onText } = request;
        const settings = settingsFor(model, request, options);
        return onText === undefined ? replyFrom(await generateText(settings)) : await streamed(settings, onText);
      } catch (error) {
        throw request.signal?.aborted ? cancelled(request.signal.reason) : modelErrorFrom(error, name);
      }
    },
  };
}

function settingsFor(model: LanguageModel, request: ModelRequest, options: AiSdkOptions) {
  const { maxTokens, timeoutMilliseconds = 300_000, maxRetries = 2, ...settings } = options;
  const most = Math.min(maxTokens ?? Number.POSITIVE_INFINITY, request.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  const tools = request.tools.map(
    ({ name, description, inputSchema }) =>
      [name, tool({ description, inputSchema: jsonSchema(inputSchema) })] as const,
  );
  return {
    ...settings,
    model,
    ...(request.system === "" ? {} : { system: request.system }),
    messages: messagesFor(request.messages),
    // Their types are not made for exactOptionalPropertyTypes.
    ...(tools.length === 0 ? {} : { tools: Object.fromEntries(tools) as unknown as ToolSet }),
    ...(Number.isFinite(most) ? { maxOutputTokens: most } : {}),
    ...(request.signal === undefined ? {} : { abortSignal: request.signal }),
    timeout: request.onText === undefined ? timeoutMilliseconds : { chunkMs: timeoutMilliseconds },
    maxRetries,
  };
}

async function streamed(
  settings: ReturnType<typeof settingsFor>,
  onText: (delta: string) => void,
): Promise<ModelReply> {
  // Errors are parts of the stream, and thrown below; without a listener the AI SDK prints them.
  const result = streamText({ ...settings, onError: () => {} });
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") onText(part.text);
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new DOMException("No answer in time", "TimeoutError");
  }
  return replyFrom({
    text: await result.text,
    toolCalls: await result.toolCalls,
    finishReason: await result.finishReason,
    usage: await result.usage,
    response: await result.response,
  });
}
