import { type EndpointOptions, endpointOf } from "./endpoint.js";
import { exchange } from "./exchange.js";
import type { ModelAdapter, ModelRequest } from "./model-adapter.js";
import { isModelError } from "./model-error.js";
import { assembleResponse } from "./openai-stream.js";
import { inputFor, replyFrom } from "./openai-wire.js";

export type OpenAIResponsesOptions = EndpointOptions;

/** A model behind the OpenAI Responses format: OpenAI's own, or any server that speaks it. Nothing is stored there. */
export function openaiResponses(options: OpenAIResponsesOptions): ModelAdapter {
  const { apiKey } = options;
  const endpoint = endpointOf(options, {
    adapter: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    path: (base) => `${base}/responses`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  });
  const ask = (request: ModelRequest, encrypted: boolean) =>
    exchange(endpoint, request, {
      body: bodyFor(request, options, encrypted),
      assemble: (events, onText) => assembleResponse(events, onText, endpoint),
      read: (json) => replyFrom(json, endpoint),
    });
  // What is not stored there can only come back encrypted. A model that does not reason refuses to be asked for that: it is asked once.
  let encrypted = options.body?.["include"] === undefined;
  return {
    name: endpoint.adapter,
    async generate(request) {
      try {
        return await ask(request, encrypted);
      } catch (error) {
        if (!encrypted || !refusesEncrypted(error)) throw error;
        const reply = await ask(request, false);
        encrypted = false;
        return reply;
      }
    },
  };
}

function refusesEncrypted(error: unknown): boolean {
  return isModelError(error) && error.status === 400 && /encrypted[ _]content|\binclude\b/i.test(error.message);
}

function bodyFor(
  { system, messages, tools, maxOutputTokens }: ModelRequest,
  { model, maxTokens, body }: OpenAIResponsesOptions,
  encrypted: boolean,
): Readonly<Record<string, unknown>> {
  const most = Math.min(maxTokens ?? Number.POSITIVE_INFINITY, maxOutputTokens ?? Number.POSITIVE_INFINITY);
  // Strict schemas may have no optional field, and tools of others do.
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }));
  return {
    model,
    ...(system === "" ? {} : { instructions: system }),
    input: inputFor(messages),
    ...(functions.length === 0 ? {} : { tools: functions }),
    ...(Number.isFinite(most) ? { max_output_tokens: most } : {}),
    store: false,
    ...(encrypted ? { include: ["reasoning.encrypted_content"] } : {}),
    ...body,
  };
}
