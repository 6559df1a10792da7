import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "../routes/reply.js";

/** Writes a reply. A client that takes longer than this to receive it is cut off. */
export async function writeReply(
  { status, headers, body }: Reply,
  response: ServerResponse,
  message: IncomingMessage,
): Promise<void> {
  if (response.destroyed) {
    if (body instanceof ReadableStream) await body.cancel();
    return;
  }
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    return pump(body, response);
  }
  const isBare = body === null || message.method === "HEAD";
  const size = typeof body === "string" ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
  // 204 and 304 have no length: they have no body by definition.
  response.writeHead(
    status,
    status === 204 || status === 304 ? headers : { ...headers, "content-length": String(size) },
  );
  response.end(isBare ? undefined : body);
}

/** As fast as the client takes it, and no faster: what it does not take is not made. */
async function pump(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  // Whoever makes it may give up on a client that does not read: then nothing waits for that client any more.
  reader.closed.catch(() => response.destroy());
  // The head goes out at once: a client that waits for events wants to know that it is connected.
  response.flushHeaders();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const onEither = () => {
      response.off("drain", onEither).off("close", onEither);
      resolve();
    };
    response.on("drain", onEither).on("close", onEither);
  });
}
