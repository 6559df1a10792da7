import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyMeters, BodyOutcome } from "@pd/core/guard";
import { cancelledByClient } from "../routes/call-errors.js";

/** Reads a body from Node's own stream, within the same limits as any other. */
export function readNodeBody(
  message: IncomingMessage,
  response: ServerResponse,
  meters: BodyMeters,
): Promise<BodyOutcome> {
  const { headers, httpVersion } = message;
  const begun = meters.begin({ get: (name) => (typeof headers[name] === "string" ? headers[name] : null) });
  if ("refused" in begun) return Promise.resolve(begun);
  const { meter } = begun;
  // Only now is the client told to send: a refusal before this spares both sides the body. HTTP/1.0 has no such answer.
  if (headers.expect !== undefined && httpVersion === "1.1") response.writeContinue();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish({ refused: meter.late() }), meters.milliseconds);
    const onData = (chunk: Buffer) => {
      const refused = meter.add(chunk);
      if (refused !== undefined) finish({ refused });
    };
    const onEnd = () => finish({ bytes: meter.bytes() });
    const onClose = () => {
      stop();
      reject(cancelledByClient());
    };
    message.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose);

    function stop(): void {
      clearTimeout(timer);
      meter.end();
      message.off("data", onData).off("end", onEnd).off("error", onClose).off("close", onClose);
    }
    function finish(outcome: BodyOutcome): void {
      stop();
      resolve(outcome);
    }
  });
}
