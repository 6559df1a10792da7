import type { Recorded, Refusal, Said, WireFormat } from "./model-server.js";

type Fields = Readonly<Record<string, unknown>>;

/** The Messages format, with the rules by which its server refuses a request. */
export const anthropicFormat: WireFormat = {
  path: "/v1/messages",
  fault(request) {
    const wrong = (message: string): Refusal => ({ status: 400, type: "invalid_request_error", message });
    const key = request.headers["x-api-key"];
    // Real servers quote the key in one way or another; this one does it fully and in part.
    if (key !== "test-key-123") {
      return {
        status: 401,
        type: "authentication_error",
        message: `invalid x-api-key: ${String(key)}, or ${String(key).slice(0, 12)}…`,
      };
    }
    if (request.headers["anthropic-version"] === undefined) return wrong("anthropic-version: header is required");
    const fault = bodyFault(request.body);
    return fault === undefined ? undefined : wrong(fault);
  },
  whole: (said) => ({ ...head(said), content: blocksOf(said), stop_reason: stopReason(said) }),
  events(said) {
    const { usage, ...start } = head(said);
    return [
      {
        type: "message_start",
        message: { ...start, content: [], stop_reason: null, usage: usage && { ...usage, output_tokens: 1 } },
      },
      { type: "ping" },
      ...blocksOf(said).flatMap(blockEvents),
      {
        type: "message_delta",
        delta: { stop_reason: stopReason(said), stop_sequence: null },
        ...(usage ? { usage: { output_tokens: usage.output_tokens } } : {}),
      },
      { type: "message_stop" },
    ];
  },
  failing: (type) => [
    ...anthropicFormat.events({ text: "Half of it" }).slice(0, 5),
    { type: "error", error: { type, message: "as the script has it" } },
  ],
  error: ({ type, message, code }) => ({
    type: "error",
    error: { type, message, ...(code === undefined ? {} : { details: { error_code: code } }) },
    request_id: "req_test",
  }),
};

function bodyFault(body: Recorded["body"]): string | undefined {
  if (typeof body["model"] !== "string") return "model: field required";
  if (!Number.isInteger(body["max_tokens"]) || Number(body["max_tokens"]) < 1) return "max_tokens: field required";
  if (body["system"] === "") return "system: text content blocks must be non-empty";
  const messages = body["messages"];
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  if (messages[0].role !== "user") return "messages: first message must use the user role";
  const tools = (body["tools"] ?? []) as readonly { name: string; input_schema: Fields }[];
  if (tools.some(({ input_schema }) => input_schema?.["type"] !== "object")) return "tools: input_schema.type: object";
  if (new Set(tools.map(({ name }) => name)).size < tools.length) return "tools: names must be unique";
  return pairingFault(messages, tools.length);
}

/** Every call is answered in the very next message, and nothing else is. */
function pairingFault(messages: readonly { role: string; content: unknown }[], tools: number): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (content === "" || (Array.isArray(content) && content.length === 0)) return `messages.${index}: empty content`;
    const blocks = (Array.isArray(content) ? content : [{ type: "text", text: content }]) as readonly Fields[];
    if (blocks.some(({ type, text }) => type === "text" && text === "")) return "text content blocks must be non-empty";
    const calls = blocks.filter(({ type }) => type === "tool_use");
    if (calls.length > 0 && tools === 0) return "requests with tool_use blocks must define tools";
    if (calls.length > 0 && role !== "assistant") return "tool_use blocks can only be in assistant messages";
    const next = messages[index + 1]?.content;
    const answered = (Array.isArray(next) ? next : []).map((block) => block.tool_use_id).filter(Boolean);
    const asked = calls.map(({ id }) => id);
    if (messages.length > index + 1 && role === "assistant" && asked.join() !== answered.join()) {
      return `tool_use ids were found without tool_result blocks: ${asked.join()} against ${answered.join()}`;
    }
    const thinking = blocks.find(({ type }) => type === "thinking");
    if (thinking && thinking["signature"] !== `signed ${thinking["thinking"]}`) return "invalid signature in thinking";
  }
  return undefined;
}

function head({ usage = { input: 10, output: 5 } }: Said) {
  const counted = usage && {
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_read_input_tokens: usage.cached ?? 0,
    cache_creation_input_tokens: null,
  };
  return { id: "msg_test", type: "message", role: "assistant", model: "test-model", usage: counted };
}

function stopReason({ calls = [], cutOff, refused }: Said): string {
  if (cutOff) return "max_tokens";
  if (refused) return "refusal";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function blocksOf({ text, calls = [], reasoning }: Said): readonly Fields[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: "thinking", thinking: reasoning, signature: `signed ${reasoning}` }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(({ id, name, input = {}, json }) => ({
      type: "tool_use",
      id,
      name,
      input,
      ...(json ? { json } : {}),
    })),
  ];
}

function blockEvents(block: Fields, index: number): readonly unknown[] {
  const delta = (fields: Fields) => ({ type: "content_block_delta", index, delta: fields });
  const halves = (text: string) => [text.slice(0, 3), text.slice(3)];
  const stop = { type: "content_block_stop", index };
  switch (block["type"]) {
    case "thinking": {
      const start = { type: "thinking", thinking: "", signature: "" };
      const pieces = halves(String(block["thinking"])).map((thinking) => delta({ type: "thinking_delta", thinking }));
      const signed = delta({ type: "signature_delta", signature: block["signature"] });
      return [{ type: "content_block_start", index, content_block: start }, ...pieces, signed, stop];
    }
    case "text": {
      const pieces = halves(String(block["text"])).map((text) => delta({ type: "text_delta", text }));
      return [{ type: "content_block_start", index, content_block: { type: "text", text: "" } }, ...pieces, stop];
    }
    default: {
      const json = typeof block["json"] === "string" ? block["json"] : JSON.stringify(block["input"]);
      const pieces = halves(json).map((partial_json) => delta({ type: "input_json_delta", partial_json }));
      const { id, name } = block;
      return [
        { type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } },
        ...pieces,
        stop,
      ];
    }
  }
}
