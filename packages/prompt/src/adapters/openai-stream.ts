import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.js";
import { failed } from "./openai-wire.js";
import { cutOff } from "./response-body.js";

const event = z.looseObject({ type: z.string() });
const word = z.nullish(z.string());
const failure = z.looseObject({ code: word, message: word });

/** The last event holds the whole response: the others only matter for the text as it arrives. */
export async function assembleResponse(
  events: AsyncIterable<unknown>,
  onText: (delta: string) => void,
  endpoint: Endpoint,
): Promise<unknown> {
  for await (const data of events) {
    const { data: found } = event.safeParse(data);
    switch (found?.type) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        if (typeof found["delta"] === "string") onText(found["delta"]);
        break;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return found["response"];
      case "error": {
        // Told flat by the API itself, and inside `error` by some servers that follow it.
        const error = failure.safeParse(found["error"] ?? found).data;
        throw failed({ status: "failed", error }, endpoint);
      }
    }
  }
  throw cutOff(endpoint);
}
