import type { Recorded, Refusal, Said, WireFormat } from "./model-server.js";

type Fields = Readonly<Record<string, unknown>>;

/** The Responses format, with the rules by which its server refuses a request. */
export const openaiFormat: WireFormat = {
  path: "/v1/responses",
  fault(request) {
    const wrong = (message: string): Refusal => ({ status: 400, type: "invalid_request_error", message });
    const key = request.headers.authorization;
    if (key !== "Bearer test-key-123") {
      return {
        status: 401,
        type: "invalid_request_error",
        message: `Incorrect API key provided: ${key}, or ${key?.slice(7, 19)}…`,
      };
    }
    const fault = bodyFault(request.body);
    return fault === undefined ? undefined : wrong(fault);
  },
  whole: responseOf,
  events(said) {
    const response = responseOf(said);
    const text = said.text ?? "";
    const deltas = [text.slice(0, 3), text.slice(3)].map((delta) => ({
      type: said.refused ? "response.refusal.delta" : "response.output_text.delta",
      item_id: "msg_test",
      output_index: 0,
      content_index: 0,
      delta,
    }));
    return numbered([
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      ...response.output.flatMap((item, output_index) => [
        {
          type: "response.output_item.added",
          output_index,
          item: item["type"] === "message" ? { ...item, content: [] } : item,
        },
        ...(item["type"] === "message" ? deltas.map((delta) => ({ ...delta, output_index })) : []),
        { type: "response.output_item.done", output_index, item },
      ]),
      { type: said.cutOff ? "response.incomplete" : "response.completed", response },
    ]);
  },
  failing: (type) => {
    const half = openaiFormat.events({ text: "Half of it" }).slice(0, 4);
    const error = { code: type, message: "as the script has it" };
    return [
      ...half,
      { type: "response.failed", sequence_number: 9, response: { ...responseOf({}), status: "failed", error } },
    ];
  },
  error: ({ type, message, code }) => ({ error: { message, type, param: null, code: code ?? null } }),
};

function bodyFault(body: Recorded["body"]): string | undefined {
  if (typeof body["model"] !== "string") return "Missing required parameter: 'model'.";
  if (body["max_output_tokens"] !== undefined && Number(body["max_output_tokens"]) < 1)
    return "max_output_tokens too small";
  const input = body["input"];
  if (!Array.isArray(input) || input.length === 0) return "Missing required parameter: 'input'.";
  const tools = (body["tools"] ?? []) as readonly Fields[];
  if (tools.some(({ type, name, parameters }) => type !== "function" || !name || !parameters)) return "Invalid tools";
  const lost = input.find(({ type, encrypted_content }) => type === "reasoning" && !encrypted_content);
  if (lost) return `Item '${lost.id}' not found. Items are not persisted when store is set to false.`;
  return reasoningFault(input) ?? pairingFault(input);
}

/** A call that came after reasoning is known by its id together with it. */
function reasoningFault(input: readonly Fields[]): string | undefined {
  const ids = new Set(input.map(({ id }) => id));
  const torn = input.find(
    ({ id }) => typeof id === "string" && id.includes("-after-") && !ids.has(id.split("-after-")[1]),
  );
  if (torn === undefined) return undefined;
  return `Item '${torn["id"]}' of type '${torn["type"]}' was provided without its required 'reasoning' item.`;
}

function pairingFault(input: readonly Fields[]): string | undefined {
  const ids = (wanted: string) => input.filter(({ type }) => type === wanted).map((item) => item["call_id"]);
  const calls = ids("function_call");
  const outputs = ids("function_call_output");
  const open = calls.find((id) => !outputs.includes(id));
  if (open) return `No tool output found for function call ${open}.`;
  const stray = outputs.find((id) => !calls.includes(id));
  return stray ? `No tool call found for function call output with call_id ${stray}.` : undefined;
}

function responseOf({ text, calls = [], reasoning, cutOff, refused, usage = { input: 10, output: 5 } }: Said) {
  const content = refused
    ? { type: "refusal", refusal: text ?? "" }
    : { type: "output_text", text: text ?? "", annotations: [] };
  const output: Fields[] = [
    ...(reasoning === undefined
      ? []
      : [
          { type: "reasoning", id: "rs_kept", summary: [], encrypted_content: reasoning },
          { type: "reasoning", id: "rs_lost", summary: [] },
        ]),
    ...(text === undefined
      ? []
      : [{ type: "message", id: "msg_test", role: "assistant", status: "completed", content: [content] }]),
    ...calls.map(({ id, name, input = {}, json }, index) => ({
      type: "function_call",
      id: `fc_${index}${reasoning === undefined ? "" : "-after-rs_lost"}`,
      call_id: id,
      name,
      arguments: json ?? JSON.stringify(input),
      status: "completed",
    })),
  ];
  return {
    id: "resp_test",
    object: "response",
    created_at: 1,
    model: "test-model",
    status: cutOff ? "incomplete" : "completed",
    error: null,
    incomplete_details: cutOff ? { reason: "max_output_tokens" } : null,
    output,
    usage: usage && {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached ?? 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

function numbered(events: readonly Fields[]): readonly unknown[] {
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}
