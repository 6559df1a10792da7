import type { Endpoint } from "./endpoint.js";
import type { ModelRequest } from "./model-adapter.js";
import { post } from "./post.js";
import { type Arriving, jsonOf } from "./response-body.js";
import { eventsOf } from "./server-sent-events.js";

interface Exchange {
  readonly body: Readonly<Record<string, unknown>>;
  /** Puts a streamed reply together, as the format would have sent it in one piece. */
  assemble(events: AsyncIterable<unknown>, onText: (delta: string) => void): Promise<unknown>;
}

/** Sends a request and gives the reply's JSON, streamed where the caller wants text as it arrives. */
export async function exchange<Reply>(
  endpoint: Endpoint,
  { signal, onText }: ModelRequest,
  { body, assemble, read }: Exchange & { read(json: unknown): Reply },
): Promise<Reply> {
  let told = false;
  const tell = (delta: string) => {
    told = true;
    onText?.(delta);
  };
  return post(endpoint, {
    body: onText === undefined ? body : { ...body, stream: true },
    signal,
    mayRepeat: () => !told,
    async read(arriving: Arriving) {
      if (isStream(arriving)) return read(await assemble(eventsOf(arriving), tell));
      return read(await jsonOf(arriving));
    },
  });
}

/** By what came, not by what was asked for: a server without streaming answers in one piece. */
function isStream({ response }: Arriving): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}
