import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createBodyMeters, letLinger, tooManyHeaders } from "@pd/core/guard";
import type { HttpApp } from "../create-http-app.js";
import { asPdError, problemReply } from "../routes/problem.js";
import type { Reply } from "../routes/reply.js";
import type { HttpRequest, Runtime } from "../runtime.js";
import { readNodeBody } from "./node-body.js";
import { nodeRequest } from "./node-request.js";
import { packForNode } from "./pack.js";
import { writeReply } from "./write-reply.js";

/** What stands in for a response that goes out by another way. */
const ELSEWHERE = new Response(null);

/** An app as a listener of `node:http`: requests and replies go through without web streams. */
export function createListener(app: HttpApp): (message: IncomingMessage, response: ServerResponse) => void {
  const meters = createBodyMeters({ maxBytes: app.limits.bodyBytes, milliseconds: app.limits.bodyMilliseconds });
  const tagOf = createDigestTag();
  return (message, response) => {
    void answer(message, response).catch(() => response.destroy());
  };

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let reply: Reply | undefined;
    const runtime: Runtime = {
      remoteAddress: message.socket.remoteAddress,
      readBody: () => readNodeBody(message, response, meters),
      pack: packForNode,
      tagOf,
      onGone(callback) {
        const onClose = () => {
          if (!response.writableFinished) callback();
        };
        if (response.destroyed) onClose();
        response.once("close", onClose);
        return () => response.off("close", onClose);
      },
      respond(made) {
        reply = made;
        return ELSEWHERE;
      },
    };
    const request = requestOf(message);
    if ("refusal" in request) reply = request.refusal;
    else await app.handle(request, runtime);
    response.once("finish", () => letLinger(message));
    await writeReply(reply ?? problemReply(asPdError(new Error("no reply")), "none"), response, message);
  }
}

function requestOf(message: IncomingMessage): HttpRequest | { readonly refusal: Reply } {
  const refused = tooManyHeaders(message.rawHeaders);
  if (refused !== undefined) return { refusal: problemReply(refused.error, crypto.randomUUID(), refused.headers) };
  try {
    return nodeRequest(message);
  } catch (thrown) {
    // Where it ends is not sure either, so nothing behind it is read.
    return { refusal: problemReply(asPdError(thrown), crypto.randomUUID(), { connection: "close" }) };
  }
}

/** Native, and a third of the time that the portable one takes. Whoever asks again gets the same text: it is hashed once in a row. */
function createDigestTag(): (text: string) => string {
  let last = { text: "", tag: "" };
  return (text) => {
    if (text !== last.text || last.tag === "")
      last = { text, tag: `W/"${hash("sha256", text, "base64url").slice(0, 22)}"` };
    return last.tag;
  };
}
