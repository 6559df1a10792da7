import type { PdEvent } from "@pd/core";
// The events of a vault are declared there.
import type {} from "@pd/core/vault";
import type { About, Reply } from "../routes/reply.js";

/** Sends one named event with JSON as its data. */
export type Send = (name: string, data: string) => void;

/** Server-sent events, for as long as the work takes. What comes of it is for the log, since the status is sent by then. */
export function eventStream(work: (send: Send) => Promise<About>, onCancel: () => void): Reply {
  const encoder = new TextEncoder();
  let ended: (about: About) => void = () => undefined;
  const done = new Promise<About>((resolve) => {
    ended = resolve;
  });
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      // JSON has no line breaks, so each event is one line of data.
      const send: Send = (name, data) => {
        if (isOpen) controller.enqueue(encoder.encode(`event: ${name}\ndata: ${data}\n\n`));
      };
      // Not awaited: `start` has to return before anything is read.
      void work(send).then((about) => {
        if (isOpen) controller.close();
        isOpen = false;
        ended(about);
      });
    },
    cancel() {
      isOpen = false;
      onCancel();
    },
  });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, headers, body, done };
}

/** What a caller may see of its own call: ids and figures, not who it is to the server, nor the cause of a failure. */
export function publicEvent(event: PdEvent): { readonly name: string; readonly data: string } | undefined {
  switch (event.kind) {
    case "node-disclosed": {
      const { graphId, id, level, from, tokens } = event;
      return named(event.kind, { graphId, id, level, from, tokens });
    }
    case "node-omitted": {
      const { graphId, id, reason } = event;
      return named(event.kind, { graphId, id, reason });
    }
    case "call-started":
      return named(event.kind, { operation: event.operation });
    case "call-finished":
      return named(event.kind, { operation: event.operation, telemetry: event.telemetry });
    case "session-created":
      return named(event.kind, { session: event.session });
    case "call-failed":
    case "session-ended":
    case "vault-loaded":
    case "vault-indexed":
    case "vault-changed":
    case "vault-failed":
    case "snapshot-rejected":
    case "watch-degraded":
    case "vectors-progress":
    case "vectors-made":
    case "vectors-failed":
    case "vectors-rejected":
      return undefined;
  }
}

function named(name: string, data: object) {
  return { name, data: JSON.stringify(data) };
}
