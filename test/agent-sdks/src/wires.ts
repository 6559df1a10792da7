import type { Question } from "./questions.js";

type Body = Readonly<Record<string, unknown>>;

/** A format in which models are asked. */
export interface Wire {
  readonly path: string;
  /** The text of the last tool answer in a request. */
  lastAnswer(body: Body): string;
  /** Calls a tool, or says "Done." where there is nothing more to ask. */
  reply(question: Question | undefined, turn: number, body: Body): Said;
}

interface Said {
  readonly contentType: string;
  readonly text: string;
}

const json = (value: unknown): Said => ({ contentType: "application/json", text: JSON.stringify(value) });

/** A text, or parts of which each has one. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((part: { readonly text?: string }) => part.text ?? JSON.stringify(part)).join("");
}

type Item = Readonly<Record<string, unknown>>;
const lastOf = (list: unknown, isWanted: (item: Item) => boolean): Item =>
  (list as readonly Item[]).filter(isWanted).at(-1) ?? {};

const responses: Wire = {
  path: "/responses",
  lastAnswer: ({ input }) => textIn(lastOf(input, ({ type }) => type === "function_call_output")["output"]),
  reply(question, turn, { model }) {
    const message = {
      type: "message",
      id: `msg_${turn}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Done.", annotations: [], logprobs: [] }],
    };
    const call = {
      type: "function_call",
      id: `fc_${turn}`,
      call_id: `call_${turn}`,
      name: question?.tool,
      arguments: JSON.stringify(question?.input),
      status: "completed",
    };
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const output = [question === undefined ? message : call];
    return json({
      id: `resp_${turn}`,
      object: "response",
      created_at: 1,
      status: "completed",
      model,
      output,
      usage,
      error: null,
      incomplete_details: null,
    });
  },
};

const chat: Wire = {
  path: "/chat/completions",
  lastAnswer: ({ messages }) => textIn(lastOf(messages, ({ role }) => role === "tool")["content"]),
  reply(question, turn, { model, stream }) {
    const about = { id: `chat_${turn}`, created: 1, model };
    const call = {
      index: 0,
      id: `call_${turn}`,
      type: "function",
      function: { name: question?.tool, arguments: JSON.stringify(question?.input) },
    };
    const message = {
      role: "assistant",
      ...(question === undefined ? { content: "Done." } : { content: null, tool_calls: [call] }),
    };
    const finish_reason = question === undefined ? "stop" : "tool_calls";
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (stream !== true) {
      return json({ ...about, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage });
    }
    const chunk = (choices: readonly unknown[], more: object = {}) =>
      `data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices, ...more })}\n\n`;
    const first = chunk([{ index: 0, delta: message, finish_reason: null }]);
    const last = chunk([{ index: 0, delta: {}, finish_reason }], { usage });
    return { contentType: "text/event-stream", text: `${first}${last}data: [DONE]\n\n` };
  },
};

const messages: Wire = {
  path: "/messages",
  lastAnswer: (body) => {
    const { content } = lastOf(body["messages"], ({ role }) => role === "user");
    return textIn(lastOf(content, ({ type }) => type === "tool_result")["content"]);
  },
  reply(question, turn, { model }) {
    const text = { type: "text", text: "Done." };
    const use = { type: "tool_use", id: `toolu_${turn}`, name: question?.tool, input: question?.input };
    return json({
      id: `msg_${turn}`,
      type: "message",
      role: "assistant",
      model,
      content: [question === undefined ? text : use],
      stop_reason: question === undefined ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    });
  },
};

export const WIRES: readonly Wire[] = [responses, chat, messages];
