import { errorKind, type JsonSchema, type OnEvent, type ToolDescription, type Toolkit } from "@pd/core";
import { parseJson, type Slots } from "@pd/core/guard";
import { eventStream, publicEvent, type Send } from "../events/event-stream.js";
import type { OnGone } from "../runtime.js";
import type { Metrics } from "../telemetry/metrics.js";
import { allTaken, notJson } from "./call-errors.js";
import { either, goneBySignal, limited } from "./call-limit.js";
import { isFresh } from "./etag.js";
import type { Exchange, Handler } from "./exchange.js";
import { asPdError, problemOf, Refused } from "./problem.js";
import { queryInput } from "./query-input.js";
import { jsonReply, type Reply } from "./reply.js";
import { sessionHeader, sessionIn, withSession } from "./session-header.js";

export interface CallRouteOptions {
  readonly toolkit: Toolkit;
  readonly slots: Slots;
  readonly metrics: Metrics;
  readonly milliseconds: number;
  /** Told of every call, where the toolkit itself does not tell. */
  readonly onEvent: OnEvent | undefined;
}

/** One operation or tool behind one path: input in, the toolkit's answer out, nothing of its own. */
export function callRoute(tool: ToolDescription, options: CallRouteOptions): Handler {
  const takesSession = hasField(tool.inputSchema, "session");
  return async (exchange) => {
    const { request } = exchange;
    const given = request.method === "POST" ? await bodyInput(exchange) : queryInput(request.url, tool.inputSchema);
    const input = takesSession ? withSession(given, request.headers.get("pd-session")) : given;
    const call = { tool, input, exchange, options };
    return wantsEvents(request.headers.get("accept")) ? streamed(call) : answered(call);
  };
}

interface Call {
  readonly tool: ToolDescription;
  readonly input: unknown;
  readonly exchange: Exchange;
  readonly options: CallRouteOptions;
}

/** A slot among the calls that are worked on, to be given back. */
function slotIn({ slots }: CallRouteOptions): () => void {
  const release = slots.take();
  if (release === undefined) throw new Refused(allTaken());
  return release;
}

interface Begin {
  /** Given back when the work is over, also where the client no longer waits for it. */
  readonly release: () => void;
  readonly onGone: OnGone;
  readonly alsoTell?: OnEvent;
}

function begin({ tool, input, exchange: { caller }, options }: Call, { release, onGone, alsoTell }: Begin) {
  const { toolkit, milliseconds } = options;
  const onEvent = both(options.onEvent, alsoTell);
  const call = limited(
    (signal) =>
      toolkit.call(tool.name as string, input, { caller, signal, ...(onEvent === undefined ? {} : { onEvent }) }),
    { milliseconds, onGone },
  );
  void call.settled.then(release);
  return call.result;
}

async function answered(call: Call): Promise<Reply> {
  const answer = await begin(call, { release: slotIn(call.options), onGone: call.exchange.onGone });
  const text = JSON.stringify(answer) ?? "null";
  const session = sessionIn(answer);
  const about = { tokensUsed: tokensIn(answer) };
  if (call.tool.kind === "tool" || session !== undefined || sessionIn(call.input) !== undefined) {
    const headers = { "cache-control": "no-store", ...sessionHeader(session) };
    return { ...jsonReply(text, headers), about };
  }
  return { ...validated(text, call), about };
}

/** Without a session an answer depends on the graph alone, so a client may keep it and ask whether it is still right. */
function validated(text: string, { exchange, options }: Call): Reply {
  const headers = { etag: exchange.tagOf(text), "cache-control": "private, no-cache" };
  const known = exchange.request.headers.get("if-none-match");
  const fresh = isFresh(known, headers.etag);
  if (known !== null) options.metrics.validated(fresh);
  return fresh ? { status: 304, headers, body: null } : jsonReply(text, headers);
}

/** Telemetry as it happens, then the answer; a failure is an event too, since the status is sent by then. */
function streamed(call: Call): Reply {
  const { exchange } = call;
  // Before the head is sent: a server that is busy can still say so with a status.
  const release = slotIn(call.options);
  const unread = new AbortController();
  const onGone = either(exchange.onGone, goneBySignal(unread.signal));
  const reply = eventStream(
    async (send) => {
      try {
        const answer = await begin(call, { release, onGone, alsoTell: forwardTo(send) });
        send("answer", JSON.stringify(answer) ?? "null");
        return { tokensUsed: tokensIn(answer) };
      } catch (thrown) {
        const error = asPdError(thrown);
        send("problem", JSON.stringify(problemOf(error, exchange.requestId)));
        return { code: error.code, status: errorKind(error).status, cause: error.cause };
      }
    },
    () => unread.abort(),
  );
  // One that is made by this call is told in its events: the head is sent before.
  const session = sessionIn(call.input);
  return session === "new" ? reply : { ...reply, headers: { ...reply.headers, ...sessionHeader(session) } };
}

function both(first: OnEvent | undefined, second: OnEvent | undefined): OnEvent | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (event) => {
    first(event);
    second(event);
  };
}

function forwardTo(send: Send): OnEvent {
  return (event) => {
    const told = publicEvent(event);
    if (told !== undefined) send(told.name, told.data);
  };
}

/** No body at all is an empty input. */
async function bodyInput({ request, readBody }: Exchange): Promise<unknown> {
  const type = request.headers.get("content-type");
  if (type !== null && !isJson(type)) throw notJson();
  const read = await readBody();
  if ("refused" in read) throw new Refused(read.refused);
  if (read.bytes.byteLength === 0) return {};
  if (type === null) throw notJson();
  const parsed = parseJson(read.bytes);
  if ("refused" in parsed) throw new Refused(parsed.refused);
  return parsed.value;
}

function isJson(type: string): boolean {
  return /^application\/(?:[a-z0-9.-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(type);
}

function wantsEvents(accept: string | null): boolean {
  return accept !== null && /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(accept);
}

function hasField({ properties }: JsonSchema, name: string): boolean {
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, name);
}

function tokensIn(answer: unknown): number | undefined {
  if (typeof answer !== "object" || answer === null || !("telemetry" in answer)) return undefined;
  const { telemetry } = answer as { readonly telemetry?: { readonly tokensUsed?: unknown } };
  return typeof telemetry?.tokensUsed === "number" ? telemetry.tokensUsed : undefined;
}
