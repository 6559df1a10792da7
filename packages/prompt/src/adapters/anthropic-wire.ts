import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.js";
import type { ModelMessage, ModelReply, ModelStop } from "./model-adapter.js";
import { malformed } from "./response-body.js";

const block = z.looseObject({ type: z.string() });
const textBlock = z.looseObject({ type: z.literal("text"), text: z.string() });
const toolUse = z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() });
const count = z.nullish(z.number());

const message = z.looseObject({
  content: z.array(block),
  stop_reason: z.nullish(z.string()),
  usage: z.nullish(
    z.looseObject({
      input_tokens: count,
      output_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
    }),
  ),
});

/** A turn as it came, blocks that only the server understands included: thinking must be sent back unchanged. */
interface Native {
  readonly format: "anthropic";
  readonly content: readonly unknown[];
}

export function replyFrom(json: unknown, endpoint: Endpoint): ModelReply {
  const result = message.safeParse(json);
  if (!result.success) throw malformed(endpoint, "something that is not a message");
  const { content, stop_reason, usage } = result.data;
  const text = content.flatMap((part) => textBlock.safeParse(part).data?.text ?? []).join("");
  const toolCalls = content
    .filter(({ type }) => type === "tool_use")
    .map((part) => {
      const call = toolUse.safeParse(part);
      if (!call.success) throw malformed(endpoint, "a tool call without id or name");
      const { id, name, input } = call.data;
      return { id, name, input };
    });
  return {
    text,
    toolCalls,
    stop: stopOf(stop_reason, toolCalls.length > 0),
    usage: usageOf(usage),
    native: { format: "anthropic", content } satisfies Native,
  };
}

function stopOf(reason: string | null | undefined, calls: boolean): ModelStop {
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  if (reason === "refusal") return "refused";
  return calls ? "tools" : "end";
}

function usageOf(usage: z.infer<typeof message>["usage"]): ModelReply["usage"] {
  if (typeof usage?.input_tokens !== "number" || typeof usage.output_tokens !== "number") return undefined;
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens };
}

export function messagesFor(messages: readonly ModelMessage[]): readonly unknown[] {
  return messages.map(messageFor);
}

function messageFor(turn: ModelMessage): unknown {
  switch (turn.role) {
    case "user":
      return { role: "user", content: turn.text };
    case "assistant":
      return { role: "assistant", content: isNative(turn.native) ? turn.native.content : blocksOf(turn) };
    case "tools":
      return {
        role: "user",
        content: turn.answers.map(({ id, text, isError }) => ({
          type: "tool_result",
          tool_use_id: id,
          content: text,
          ...(isError ? { is_error: true } : {}),
        })),
      };
  }
}

/** A turn that another adapter or the host has made. An empty text block would be refused. */
function blocksOf({ text, toolCalls }: Extract<ModelMessage, { role: "assistant" }>): readonly unknown[] {
  const calls = toolCalls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input: input ?? {} }));
  return text === "" ? calls : [{ type: "text", text }, ...calls];
}

function isNative(native: unknown): native is Native {
  return typeof native === "object" && native !== null && "format" in native && native.format === "anthropic";
}
