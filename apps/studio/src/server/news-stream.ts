import type { Reply, Runtime } from "@pd/http";
import type { News } from "../wire.js";
import type { CallHistory } from "./call-history.js";

const HEARTBEAT_MILLISECONDS = 15_000;
/** What a page may leave unread before it has to begin again. */
const UNREAD_BYTES = 64 * 2 ** 20;

/** Server-sent events: first what was told so far, then what comes. */
export function newsStream(history: CallHistory, runtime: Runtime): Reply {
  const encoder = new TextEncoder();
  let leave: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -UNREAD_BYTES) end();
        };
        const end = () => {
          leave();
          controller.close();
        };
        const tell = (news: News) => send(`data: ${JSON.stringify(news)}\n\n`);
        const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MILLISECONDS);
        const deafen = history.listen({ tell, end });
        const stay = runtime.onGone?.(() => leave());
        leave = () => {
          clearInterval(heartbeat);
          deafen();
          stay?.();
        };
        for (const news of history.soFar()) tell(news);
        send(": that was so far\n\n");
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
    body,
  };
}
