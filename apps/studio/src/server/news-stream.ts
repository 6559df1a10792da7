import type { Reply } from "@pd/http";
import type { CallHistory } from "./call-history.js";

const HEARTBEAT_MILLISECONDS = 15_000;

/**
 * Server-sent events: first what was told so far, then what comes. Nothing is made before the page takes it: one that stops reading holds
 * its position in the history and one piece, and hears how many calls it missed where the history has forgotten them meanwhile.
 */
export function newsStream(history: CallHistory): Reply {
  const encoder = new TextEncoder();
  const following = history.follow();
  let isCaughtUp = false;
  async function nextText(): Promise<string | undefined> {
    for (;;) {
      const news = following.next();
      if (news !== undefined) return `data: ${JSON.stringify(news)}\n\n`;
      if (following.isOver) return undefined;
      if (!isCaughtUp) {
        isCaughtUp = true;
        return ": that was so far\n\n";
      }
      if (!(await following.more(HEARTBEAT_MILLISECONDS))) return ": still here\n\n";
    }
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await nextText();
        if (text !== undefined) controller.enqueue(encoder.encode(text));
        else controller.close();
      },
      cancel: () => following.stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
    body,
  };
}
