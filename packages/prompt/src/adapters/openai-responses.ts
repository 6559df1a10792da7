import { type EndpointOptions, endpointOf } from "./endpoint.js";
import { exchange } from "./exchange.js";
import type { ModelAdapter } from "./model-adapter.js";
import { assembleResponse } from "./openai-stream.js";
import { inputFor, replyFrom } from "./openai-wire.js";

export type OpenAIResponsesOptions = EndpointOptions;

/** A model behind the OpenAI Responses format: OpenAI's own, or any server that speaks it. Nothing is stored there. */
export function openaiResponses(options: OpenAIResponsesOptions): ModelAdapter {
  const { model, apiKey, maxTokens } = options;
  const endpoint = endpointOf(options, {
    adapter: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    path: (base) => `${base}/responses`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  });
  return {
    name: endpoint.adapter,
    generate(request) {
      const most = Math.min(maxTokens ?? Number.POSITIVE_INFINITY, request.maxOutputTokens ?? Number.POSITIVE_INFINITY);
      return exchange(endpoint, request, {
        body: {
          model,
          ...(request.system === "" ? {} : { instructions: request.system }),
          input: inputFor(request.messages),
          ...(request.tools.length === 0
            ? {}
            : {
                tools: request.tools.map(({ name, description, inputSchema }) => ({
                  type: "function",
                  name,
                  description,
                  parameters: inputSchema,
                  // Strict schemas may have no optional field, and tools of others do.
                  strict: false,
                })),
              }),
          ...(Number.isFinite(most) ? { max_output_tokens: most } : {}),
          store: false,
          ...options.body,
        },
        assemble: (events, onText) => assembleResponse(events, onText, endpoint),
        read: (json) => replyFrom(json, endpoint),
      });
    },
  };
}
