import type { FinishReason, LanguageModelUsage, ModelMessage as SdkMessage } from "ai";
import type { ModelMessage, ModelReply, ModelStop } from "./model-adapter.js";

/** What `generateText` and `streamText` give in the same form. */
interface Generated {
  readonly text: string;
  readonly toolCalls: readonly {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
    readonly invalid?: boolean | undefined;
    readonly providerExecuted?: boolean | undefined;
  }[];
  readonly finishReason: FinishReason;
  readonly usage: LanguageModelUsage;
  readonly response: { readonly messages: readonly SdkMessage[] };
}

interface Native {
  readonly format: "ai-sdk";
  readonly messages: readonly SdkMessage[];
}

export function replyFrom({ text, toolCalls, finishReason, usage, response }: Generated): ModelReply {
  const { inputTokens, outputTokens } = usage;
  const calls = toolCalls
    .filter(({ providerExecuted }) => providerExecuted !== true)
    .map(({ toolCallId, toolName, input, invalid }) => ({
      id: toolCallId,
      name: toolName,
      input,
      // A call of an unknown tool is marked as well, but its arguments are read.
      ...(invalid && typeof input === "string" ? { malformed: "The arguments are not valid JSON" } : {}),
    }));
  return {
    text,
    toolCalls: calls,
    stop: stopOf(finishReason, calls.length > 0),
    usage: inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens },
    // The AI SDK answers marked calls itself; here every call is answered once, by the loop.
    native: {
      format: "ai-sdk",
      messages: response.messages.filter(({ role }) => role === "assistant"),
    } satisfies Native,
  };
}

function stopOf(reason: FinishReason, calls: boolean): ModelStop {
  if (reason === "length") return "length";
  if (reason === "content-filter") return "refused";
  return calls ? "tools" : "end";
}

export function messagesFor(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.flatMap(sdkMessages);
}

function sdkMessages(turn: ModelMessage): readonly SdkMessage[] {
  switch (turn.role) {
    case "user":
      return [{ role: "user", content: turn.text }];
    case "assistant":
      return isNative(turn.native) ? turn.native.messages : [assistantOf(turn)];
    case "tools":
      return [
        {
          role: "tool",
          content: turn.answers.map(({ id, name, text, isError }) => ({
            type: "tool-result",
            toolCallId: id,
            toolName: name,
            output: { type: isError ? "error-text" : "text", value: text },
          })),
        },
      ];
  }
}

function assistantOf({ text, toolCalls }: Extract<ModelMessage, { role: "assistant" }>): SdkMessage {
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: input ?? {},
  }));
  return { role: "assistant", content: text === "" ? calls : [{ type: "text", text }, ...calls] };
}

function isNative(native: unknown): native is Native {
  return typeof native === "object" && native !== null && "format" in native && native.format === "ai-sdk";
}
