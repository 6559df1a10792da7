/** What a model says in one turn, in no format yet. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

/** What of a request a test looks at, in no format any more. */
export interface Sent {
  readonly system: string;
  readonly tools: readonly { readonly name: string }[];
  readonly toolChoice: string | undefined;
  /** What tools have answered so far, in order. */
  readonly results: readonly string[];
  /** The whole request, for what stands elsewhere. */
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** How a provider's format looks on the wire. */
export interface Wire {
  readonly path: string;
  /** The environment and options by which the assistant reaches a server that speaks it. */
  reach(url: string, key: string): { readonly env: Readonly<Record<string, string>>; readonly argv: readonly string[] };
  keyIn(headers: Fields): string | undefined;
  /** Server-sent events, `event` and `data` of each. */
  events(said: Said): readonly (readonly [event: string | undefined, data: unknown])[];
  read(body: Fields): Sent;
}

let made = 0;
function callId(): string {
  made += 1;
  return `call_${made}`;
}

export const anthropicWire: Wire = {
  path: "/v1/messages",
  reach: (url, key) => ({ env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }, argv: [] }),
  keyIn: (headers) => headers["x-api-key"] as string,
  events({ text, calls = [] }) {
    const usage = { input_tokens: 10, output_tokens: 1 };
    const blocks = [
      ...(text === undefined ? [] : [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text } }]),
      ...calls.map(({ name, input }) => ({
        start: { type: "tool_use", id: callId(), name, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      })),
    ];
    const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
    const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage };
    const events: readonly Fields[] = [
      { type: "message_start", message },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: "content_block_start", index, content_block: start },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ];
    return events.map((event) => [event["type"] as string, event] as const);
  },
  read(body) {
    const messages = body["messages"] as readonly { readonly content: readonly Fields[] }[];
    const results = messages.flatMap(({ content }) => content).filter(({ type }) => type === "tool_result");
    return {
      system: textOf(body["system"]),
      tools: body["tools"] as Sent["tools"],
      toolChoice: (body["tool_choice"] as { readonly type?: string } | undefined)?.type,
      results: results.map(({ content }) => textOf(content)),
      body: JSON.stringify(body),
    };
  },
};

export const responsesWire: Wire = {
  path: "/v1/responses",
  // Without a base URL it is OpenAI itself that is asked; with one, its Responses API at another place.
  reach: (url, key) => ({ env: { OPENAI_API_KEY: key }, argv: ["--provider", "openai", "--base-url", `${url}/v1`] }),
  keyIn: (headers) => String(headers["authorization"]).replace(/^Bearer /, ""),
  events({ text, calls = [] }) {
    const items: readonly Fields[] = [
      ...(text === undefined ? [] : [{ type: "message", id: "msg", role: "assistant", content: [] }]),
      ...calls.map(({ name, input }, index) => ({
        type: "function_call",
        id: `fc_${index}`,
        call_id: callId(),
        name,
        arguments: JSON.stringify(input),
        status: "completed",
      })),
    ];
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    const response = { id: "r", object: "response", created_at: 1, model: "m", output: [], usage };
    const events: readonly Fields[] = [
      { type: "response.created", response: { ...response, status: "in_progress" } },
      ...items.flatMap((item, output_index) => [
        { type: "response.output_item.added", output_index, item },
        ...(item["type"] === "message"
          ? [{ type: "response.output_text.delta", item_id: "msg", output_index, content_index: 0, delta: text }]
          : []),
        { type: "response.output_item.done", output_index, item },
      ]),
      { type: "response.completed", response: { ...response, status: "completed" } },
    ];
    return events.map((event) => [event["type"] as string, event] as const);
  },
  read(body) {
    const input = body["input"] as readonly Fields[];
    const system = input.find(({ role }) => role === "system" || role === "developer");
    return {
      system: textOf(system?.["content"]),
      tools: body["tools"] as Sent["tools"],
      toolChoice: body["tool_choice"] as string | undefined,
      results: input.filter(({ type }) => type === "function_call_output").map(({ output }) => textOf(output)),
      body: JSON.stringify(body),
    };
  },
};

export const chatWire: Wire = {
  path: "/v1/chat/completions",
  reach: (url, key) => ({ env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }, argv: ["--model", "local"] }),
  keyIn: (headers) => String(headers["authorization"]).replace(/^Bearer /, ""),
  events({ text, calls = [] }) {
    const chunk = (delta: Fields, finish_reason: string | null = null) => ({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    });
    const tool_calls = calls.map(({ name, input }, index) => ({
      index,
      id: callId(),
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    return [
      [undefined, chunk({ role: "assistant", content: text ?? null })],
      ...(calls.length > 0 ? [[undefined, chunk({ tool_calls })] as const] : []),
      [undefined, { ...chunk({}, calls.length > 0 ? "tool_calls" : "stop"), usage }],
      [undefined, "[DONE]"],
    ];
  },
  read(body) {
    const messages = body["messages"] as readonly Fields[];
    const tools = (body["tools"] ?? []) as readonly { readonly function: { readonly name: string } }[];
    return {
      system: textOf(messages.find(({ role }) => role === "system")?.["content"]),
      tools: tools.map((tool) => tool.function),
      toolChoice: body["tool_choice"] as string | undefined,
      results: messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content)),
      body: JSON.stringify(body),
    };
  },
};

/** A text, or the texts of its parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = (content ?? []) as readonly { readonly text?: string }[];
  return parts.map(({ text = "" }) => text).join("");
}
