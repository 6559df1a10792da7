import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.js";
import { ModelError, safeWords } from "./model-error.js";
import { cutOff, malformed } from "./response-body.js";
import { argumentsOf } from "./tool-arguments.js";

type Fields = Record<string, unknown>;

const fields = z.record(z.string(), z.unknown());
const event = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("message_start"), message: fields }),
  z.looseObject({ type: z.literal("content_block_start"), index: z.number(), content_block: fields }),
  z.looseObject({ type: z.literal("content_block_delta"), index: z.number(), delta: fields }),
  z.looseObject({ type: z.literal("content_block_stop"), index: z.number() }),
  z.looseObject({ type: z.literal("message_delta"), delta: fields, usage: z.nullish(fields) }),
  z.looseObject({ type: z.literal("message_stop") }),
  z.looseObject({ type: z.literal("error"), error: fields }),
]);
const named = z.looseObject({ type: z.string() });
const KNOWN: ReadonlySet<string> = new Set(event.def.options.flatMap((option) => [...option.shape.type.def.values]));

interface Block {
  readonly fields: Fields;
  /** The arguments of a call arrive as pieces of JSON text. */
  json: string;
}

/** The message that the events describe, in the shape of one sent whole. */
export async function assembleMessage(
  events: AsyncIterable<unknown>,
  onText: (delta: string) => void,
  endpoint: Endpoint,
): Promise<unknown> {
  let message: Fields = {};
  let complete = false;
  const blocks = new Map<number, Block>();
  for await (const data of events) {
    // The format may grow: what is not known yet is passed over, as is a ping.
    if (!KNOWN.has(named.safeParse(data).data?.type ?? "")) continue;
    const { data: found } = event.safeParse(data);
    if (found === undefined) throw malformed(endpoint, "an event of a stream without its fields");
    switch (found.type) {
      case "message_start":
        message = { ...found.message };
        break;
      case "content_block_start":
        blocks.set(found.index, { fields: { ...found.content_block }, json: "" });
        break;
      case "content_block_delta":
        extend(blocks.get(found.index), found.delta, onText);
        break;
      case "message_delta":
        // The counts in here are totals so far, and replace those of the start.
        message = { ...message, ...found.delta, usage: { ...asFields(message["usage"]), ...present(found.usage) } };
        break;
      case "message_stop":
        complete = true;
        break;
      case "error":
        throw failed(found.error, endpoint);
      case "content_block_stop":
        break;
    }
  }
  if (!complete) throw cutOff(endpoint);
  const inOrder = [...blocks].sort(([a], [b]) => a - b);
  return { ...message, content: inOrder.map(([, block]) => finished(block)) };
}

function extend(block: Block | undefined, delta: Fields, onText: (delta: string) => void): void {
  if (block === undefined) return;
  const add = (field: string, piece: unknown) => {
    if (typeof piece === "string") block.fields[field] = `${block.fields[field] ?? ""}${piece}`;
  };
  switch (delta["type"]) {
    case "text_delta":
      add("text", delta["text"]);
      if (typeof delta["text"] === "string") onText(delta["text"]);
      break;
    case "input_json_delta":
      block.json += typeof delta["partial_json"] === "string" ? delta["partial_json"] : "";
      break;
    case "thinking_delta":
      add("thinking", delta["thinking"]);
      break;
    case "signature_delta":
      add("signature", delta["signature"]);
      break;
  }
}

function finished({ fields, json }: Block): Fields {
  if (fields["type"] !== "tool_use" || json === "") return fields;
  // Broken arguments become none: the tool's schema then says which are missing.
  return { ...fields, input: argumentsOf(json).input ?? {} };
}

/** Kinds of error that stand for a status which would be tried again. */
const LATER: ReadonlySet<unknown> = new Set(["overloaded_error", "rate_limit_error", "api_error", "timeout_error"]);

function failed({ type, message }: Fields, { adapter, secrets }: Endpoint): ModelError {
  const said = typeof message === "string" ? `: ${safeWords(message, secrets)}` : "";
  return new ModelError(`${adapter}: the server broke off${said}`, {
    adapter,
    failure: "server",
    type: typeof type === "string" ? type : undefined,
    retryable: LATER.has(type),
    fix: "Try again later.",
  });
}

function asFields(value: unknown): Fields {
  return fields.safeParse(value).data ?? {};
}

function present(usage: Fields | null | undefined): Fields {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, value]) => value !== null));
}
