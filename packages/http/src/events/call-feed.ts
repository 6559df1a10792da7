import { type Caller, recorded, type SessionLogEntry, type Toolkit } from "@pd/core";
import { allTaken, listeningNeedsToken, tooFarBehind } from "../routes/call-errors.js";
import type { Handler } from "../routes/exchange.js";
import { Refused } from "../routes/problem.js";
import type { About, Reply } from "../routes/reply.js";
import type { OnGone } from "../runtime.js";

export interface CallFeedLimits {
  /** Who may listen at the same time, all together. */
  readonly listeners: number;
  /** What one of them may leave unread, before it is cut off. */
  readonly unreadBytes: number;
  /** How long a listener hears nothing before it is told that the server still lives. */
  readonly heartbeatMilliseconds: number;
}

export const CALL_FEED_LIMITS: CallFeedLimits = {
  listeners: 64,
  unreadBytes: 2 * 2 ** 20,
  heartbeatMilliseconds: 15_000,
};

/** Whose calls to tell. */
export interface Listening {
  readonly caller: Caller;
  /** Those of one session alone. */
  readonly session?: string | undefined;
  readonly onGone: OnGone;
}

/** Calls as they end, told to whoever made them and listens. */
export interface CallFeed {
  /** The same toolkit. While nobody listens, a call costs one look more. */
  readonly toolkit: Toolkit;
  /** Server-sent events: each `call` is one entry of a session log. */
  listen(listening: Listening): Reply;
  /** Ends every stream and takes no more, so that a server can close. */
  hangUp(): void;
}

interface Listener extends Listening {
  tell(text: string): void;
  end(): void;
}

const HEARTBEAT = ": still here\n\n";

export function createCallFeed(toolkit: Toolkit, limits: CallFeedLimits = CALL_FEED_LIMITS): CallFeed {
  const listeners = new Set<Listener>();
  let isOver = false;
  const told = recorded(toolkit, {
    onEntry: (entry, { caller }) => {
      let text: string | undefined;
      for (const listener of listeners) {
        if (listener.caller !== caller || !isMeant(listener, entry)) continue;
        text ??= `event: call\ndata: ${JSON.stringify(entry)}\n\n`;
        listener.tell(text);
      }
    },
  });
  const call = (...given: Parameters<Toolkit["call"]>) => (listeners.size === 0 ? toolkit : told).call(...given);
  return {
    toolkit: {
      get tools() {
        return toolkit.tools;
      },
      call: call as Toolkit["call"],
      figures: () => toolkit.figures(),
      sessionReport: (session, caller) => toolkit.sessionReport(session, caller),
      endSession: (session, caller) => toolkit.endSession(session, caller),
    },
    listen(listening) {
      if (isOver || listeners.size >= limits.listeners) throw new Refused(allTaken());
      return streamTo(listening, { listeners, limits });
    },
    hangUp() {
      isOver = true;
      for (const listener of [...listeners]) listener.end();
    },
  };
}

/** The stream as a route: `?session=` or `Pd-Session` narrows it to one session. Without a feed, callers cannot be told apart. */
export function listenRoute(feed: Pick<CallFeed, "listen"> | undefined): Handler {
  return ({ request, caller, onGone }) => {
    if (feed === undefined) throw new Refused(listeningNeedsToken());
    const start = request.url.indexOf("?");
    const asked = start < 0 ? null : new URLSearchParams(request.url.slice(start)).get("session");
    const session = asked ?? request.headers.get("pd-session") ?? undefined;
    return feed.listen({ caller, session, onGone });
  };
}

function isMeant({ session }: Listener, entry: SessionLogEntry): boolean {
  return session === undefined || entry.session === session;
}

interface Streaming {
  readonly listeners: Set<Listener>;
  readonly limits: CallFeedLimits;
}

function streamTo(listening: Listening, { listeners, limits }: Streaming): Reply {
  const encoder = new TextEncoder();
  let ended: (about: About) => void = () => undefined;
  const done = new Promise<About>((resolve) => {
    ended = resolve;
  });
  let leave: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const listener: Listener = {
          ...listening,
          tell(text) {
            controller.enqueue(encoder.encode(text));
            // What is queued is what was made and not taken: a reader that is this far behind starts again. An error, unlike an end, throws the
            // queue away: nobody would ever read it, and many such readers would fill the memory.
            if ((controller.desiredSize ?? 0) < -limits.unreadBytes) {
              leave();
              controller.error(tooFarBehind(limits.unreadBytes));
            }
          },
          end() {
            leave();
            controller.close();
          },
        };
        const heartbeat = setInterval(() => listener.tell(HEARTBEAT), limits.heartbeatMilliseconds);
        const stay = listening.onGone(() => leave());
        leave = () => {
          clearInterval(heartbeat);
          stay();
          listeners.delete(listener);
          ended({});
        };
        listeners.add(listener);
        // The first bytes say that calls from now on are heard.
        listener.tell(": listening\n\n");
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, headers, body, done };
}
