import { assembleMessage } from "./anthropic-stream.js";
import { messagesFor, replyFrom } from "./anthropic-wire.js";
import { type EndpointOptions, endpointOf } from "./endpoint.js";
import { exchange } from "./exchange.js";
import type { ModelAdapter } from "./model-adapter.js";

export interface AnthropicOptions extends EndpointOptions {
  /** The `anthropic-version` header. The default is the one that compatible servers know. */
  readonly version?: string;
}

/**
 * A model behind the Anthropic Messages format: Anthropic's own, or any server that speaks it.
 * For a prompt cache add `body: { cache_control: { type: "ephemeral" } }` and evaluate in stable mode.
 */
export function anthropic(options: AnthropicOptions): ModelAdapter {
  const { model, apiKey, version = "2023-06-01", maxTokens = 4096 } = options;
  const endpoint = endpointOf(options, {
    adapter: "anthropic",
    baseUrl: "https://api.anthropic.com",
    path: (base) => (base.endsWith("/v1") ? `${base}/messages` : `${base}/v1/messages`),
    headers: { "anthropic-version": version, ...(apiKey === undefined ? {} : { "x-api-key": apiKey }) },
  });
  return {
    name: endpoint.adapter,
    generate: (request) =>
      exchange(endpoint, request, {
        body: {
          model,
          max_tokens: Math.min(maxTokens, request.maxOutputTokens ?? maxTokens),
          ...(request.system === "" ? {} : { system: request.system }),
          messages: messagesFor(request.messages),
          ...(request.tools.length === 0
            ? {}
            : {
                tools: request.tools.map(({ name, description, inputSchema }) => ({
                  name,
                  description,
                  input_schema: inputSchema,
                })),
              }),
          ...options.body,
        },
        assemble: (events, onText) => assembleMessage(events, onText, endpoint),
        read: (json) => replyFrom(json, endpoint),
      }),
  };
}
