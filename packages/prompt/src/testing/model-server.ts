import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a model says in one turn, in no format yet. */
export interface Said {
  readonly text?: string;
  /** `json` stands in for arguments that are no valid JSON. */
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly input?: unknown;
    readonly json?: string;
  }[];
  /** Something that only the server understands, and that has to come back unchanged. */
  readonly reasoning?: string;
  readonly cutOff?: boolean;
  readonly refused?: boolean;
  /** `null`: the server counts nothing. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number } | null;
}

/** What can go wrong on the way. */
export type Trouble =
  | {
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly headers?: Record<string, string>;
      readonly code?: string;
    }
  /** Bytes as they are. */
  | { readonly raw: string; readonly status?: number; readonly contentType?: string }
  /** No answer, ever. */
  | { readonly silent: true }
  /** The connection is closed without an answer, or in the middle of one. */
  | { readonly hangUp: "before" | "inside" }
  /** A stream that tells of an error after its first words. */
  | { readonly errorInStream: string };

export type Turn = Said | Trouble;

export interface Recorded {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
  /** Set when the client went away before it was answered. */
  closed: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** How a format looks on the wire, and what its server does not accept. */
export interface WireFormat {
  readonly path: string;
  fault(request: Recorded): Refusal | undefined;
  whole(said: Said): unknown;
  events(said: Said): readonly unknown[];
  /** A stream that begins well and then tells of an error. */
  failing(type: string): readonly unknown[];
  error(refusal: Refusal & { readonly code?: string | undefined }): unknown;
}

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly Recorded[];
  close(): Promise<void>;
}

/** A model behind a format: each request gets the next turn, unless it breaks a rule of the format. */
export async function modelServer(format: WireFormat, turns: readonly Turn[]): Promise<ModelServer> {
  const requests: Recorded[] = [];
  let next = 0;
  const server = createServer(async (incoming, outgoing) => {
    const request = await recorded(incoming);
    requests.push(request);
    outgoing.on("close", () => {
      request.closed = !outgoing.writableFinished;
    });
    const fault =
      request.path === format.path
        ? format.fault(request)
        : { status: 404, type: "not_found_error", message: "no such path" };
    if (fault !== undefined) return send(outgoing, fault.status, format.error(fault));
    const turn = turns[next] ?? { status: 500, type: "api_error", message: "the script is at its end" };
    next += 1;
    act(turn, { outgoing, format, stream: request.body["stream"] === true });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Stage {
  readonly outgoing: ServerResponse;
  readonly format: WireFormat;
  readonly stream: boolean;
}

function act(turn: Turn, { outgoing, format, stream }: Stage): void {
  if ("silent" in turn) return;
  if ("hangUp" in turn) {
    hangUp(turn.hangUp, outgoing, stream);
  } else if ("raw" in turn) {
    outgoing.writeHead(turn.status ?? 200, { "content-type": turn.contentType ?? "application/json" });
    outgoing.end(turn.raw);
  } else if ("errorInStream" in turn) {
    sendEvents(outgoing, format.failing(turn.errorInStream));
  } else if ("status" in turn) {
    const { status, type = "api_error", message = "as the script has it", headers = {}, code } = turn;
    send(outgoing, status, format.error({ status, type, message, code }), headers);
  } else if (stream) {
    sendEvents(outgoing, format.events(turn));
  } else {
    send(outgoing, 200, format.whole(turn));
  }
}

function hangUp(when: "before" | "inside", outgoing: ServerResponse, stream: boolean): void {
  if (when === "before") {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
  outgoing.write(stream ? ": on its way\n\n" : '{"content": [', () => outgoing.destroy());
}

async function recorded(incoming: IncomingMessage): Promise<Recorded> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
  return { path: incoming.url ?? "", headers: incoming.headers, body: JSON.parse(text), closed: false };
}

function send(outgoing: ServerResponse, status: number, json: unknown, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(JSON.stringify(json));
}

/** In pieces of seven bytes, so that no client can count on getting whole lines or characters. */
function sendEvents(outgoing: ServerResponse, events: readonly unknown[]): void {
  outgoing.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const text = events.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`);
  const bytes = Buffer.from(`: hello\r\n\r\n${text.join("")}`);
  for (let at = 0; at < bytes.length; at += 7) outgoing.write(bytes.subarray(at, at + 7));
  outgoing.end();
}
