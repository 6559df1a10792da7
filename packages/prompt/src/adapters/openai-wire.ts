import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.js";
import type { ModelMessage, ModelReply, ModelStop } from "./model-adapter.js";
import { ModelError, safeWords } from "./model-error.js";
import { malformed } from "./response-body.js";
import { argumentsOf } from "./tool-arguments.js";

const item = z.looseObject({ type: z.string() });
const part = z.looseObject({ type: z.string(), text: z.optional(z.string()), refusal: z.optional(z.string()) });
const outputMessage = z.looseObject({ type: z.literal("message"), content: z.array(part) });
const functionCall = z.looseObject({
  type: z.literal("function_call"),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});

const response = z.looseObject({
  status: z.nullish(z.string()),
  error: z.nullish(z.looseObject({ code: z.nullish(z.string()), message: z.nullish(z.string()) })),
  incomplete_details: z.nullish(z.looseObject({ reason: z.nullish(z.string()) })),
  output: z.array(item),
  usage: z.nullish(z.looseObject({ input_tokens: z.number(), output_tokens: z.number() })),
});

type Item = z.infer<typeof item>;
type Response = z.infer<typeof response>;

/** The items as they came: reasoning that is sent back spares the model from thinking it again. */
interface Native {
  readonly format: "openai-responses";
  readonly items: readonly Item[];
}

export function replyFrom(json: unknown, endpoint: Endpoint): ModelReply {
  const result = response.safeParse(json);
  if (!result.success) throw malformed(endpoint, "something that is not a response");
  const { data } = result;
  if (data.status === "failed" || data.status === "cancelled") throw failed(data, endpoint);
  const parts = data.output.flatMap((found) => outputMessage.safeParse(found).data?.content ?? []);
  const toolCalls = data.output
    .filter(({ type }) => type === "function_call")
    .map((found) => {
      const call = functionCall.safeParse(found);
      if (!call.success) throw malformed(endpoint, "a function call without id, name or arguments");
      return { id: call.data.call_id, name: call.data.name, ...argumentsOf(call.data.arguments) };
    });
  const refused = parts.some(({ type }) => type === "refusal");
  return {
    text: parts.map(({ text, refusal }) => text ?? refusal ?? "").join(""),
    toolCalls,
    stop: stopOf(data, { refused, calls: toolCalls.length > 0 }),
    usage: data.usage ? { inputTokens: data.usage.input_tokens, outputTokens: data.usage.output_tokens } : undefined,
    native: { format: "openai-responses", items: data.output } satisfies Native,
  };
}

function stopOf(
  { status, incomplete_details }: Response,
  { refused, calls }: { readonly refused: boolean; readonly calls: boolean },
): ModelStop {
  if (status === "incomplete") return incomplete_details?.reason === "content_filter" ? "refused" : "length";
  if (refused) return "refused";
  return calls ? "tools" : "end";
}

const LATER: ReadonlySet<string> = new Set(["server_error", "rate_limit_exceeded"]);

export function failed({ status, error }: Pick<Response, "status" | "error">, endpoint: Endpoint): ModelError {
  const { adapter, secrets } = endpoint;
  const said = error?.message ? `: ${safeWords(error.message, secrets)}` : "";
  return new ModelError(`${adapter}: the response ${status ?? "failed"}${said}`, {
    adapter,
    failure: "server",
    type: error?.code ?? undefined,
    retryable: LATER.has(error?.code ?? ""),
    fix: "The message says why; where it says nothing, try again later.",
  });
}

export function inputFor(messages: readonly ModelMessage[]): readonly unknown[] {
  return messages.flatMap(itemsFor);
}

function itemsFor(turn: ModelMessage): readonly unknown[] {
  switch (turn.role) {
    case "user":
      return [{ role: "user", content: turn.text }];
    case "assistant":
      return isNative(turn.native) ? sendable(turn.native.items) : plainItems(turn);
    case "tools":
      return turn.answers.map(({ id, text }) => ({ type: "function_call_output", call_id: id, output: text }));
  }
}

/**
 * As nothing is stored, an item of reasoning is known to the server only by its encrypted content. One without is left out, and with it the ids
 * of its turn: by an item's id a server looks for the reasoning that led to it, and refuses the request where that is missing. Calls keep their `call_id`.
 */
function sendable(items: readonly Item[]): readonly Item[] {
  const isKept = (found: Item) => found.type !== "reasoning" || typeof found["encrypted_content"] === "string";
  if (items.every(isKept)) return items;
  return items.filter(isKept).map((found) => {
    if (found.type === "reasoning") return found;
    const { id: _, ...rest } = found;
    return rest as Item;
  });
}

function plainItems({ text, toolCalls }: Extract<ModelMessage, { role: "assistant" }>): readonly unknown[] {
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: "function_call",
    call_id: id,
    name,
    arguments: JSON.stringify(input ?? {}),
  }));
  return text === "" ? calls : [{ role: "assistant", content: text }, ...calls];
}

function isNative(native: unknown): native is Native {
  return typeof native === "object" && native !== null && "format" in native && native.format === "openai-responses";
}
