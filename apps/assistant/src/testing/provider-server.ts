import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Said, Sent, Wire } from "./wire.js";

/** What can go wrong on the way. */
export type Trouble =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** A stream that ends in the middle, its connection cut. */
  | { readonly cut: Said }
  /** A stream of something else. */
  | { readonly raw: string }
  /** No answer, ever. */
  | { readonly silent: true };

/** What the model does when it is asked: a turn, or one that depends on what it was sent. */
export type Turn = Said | Trouble | ((sent: Sent) => Said);

export interface ProviderServer {
  readonly url: string;
  readonly sent: readonly Sent[];
  close(): Promise<void>;
}

export const KEY = "sk-test-3b1f-never-shown";

/** A provider as far as an assistant can tell: each request gets the next turn; a wrong key gets none. */
export async function providerServer(wire: Wire, turns: readonly Turn[]): Promise<ProviderServer> {
  const sent: Sent[] = [];
  let next = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = JSON.parse(await textOf(incoming));
    const key = wire.keyIn(incoming.headers);
    // Real servers quote the key that they refuse.
    if (key !== KEY) return refuse(outgoing, 401, `Incorrect API key provided: ${key}`);
    if (incoming.url !== wire.path) return refuse(outgoing, 404, "no such path");
    const request = wire.read(body);
    sent.push(request);
    const turn = turns[next];
    next += 1;
    act(typeof turn === "function" ? turn(request) : turn, outgoing, wire);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function act(turn: Said | Trouble | undefined, outgoing: ServerResponse, wire: Wire): void {
  if (turn === undefined) refuse(outgoing, 400, "the script is at its end");
  else if ("status" in turn) refuse(outgoing, turn.status, "as the script has it", turn.headers);
  else if (!("silent" in turn)) stream(turn, outgoing, wire);
}

function stream(
  turn: Exclude<Said | Trouble, { status: number } | { silent: true }>,
  outgoing: ServerResponse,
  wire: Wire,
): void {
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  if ("raw" in turn) {
    outgoing.end(turn.raw);
  } else if ("cut" in turn) {
    const whole = streamOf(wire, turn.cut);
    outgoing.write(whole.slice(0, Math.ceil(whole.length / 2)).join(""), () => outgoing.destroy());
  } else {
    outgoing.end(streamOf(wire, turn).join(""));
  }
}

function streamOf(wire: Wire, said: Said): readonly string[] {
  return wire.events(said).map(([event, data]) => {
    const line = typeof data === "string" ? data : JSON.stringify(data);
    return `${event === undefined ? "" : `event: ${event}\n`}data: ${line}\n\n`;
  });
}

function refuse(
  outgoing: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(JSON.stringify({ type: "error", error: { type: "error", message, code: null, param: null } }));
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
  return text;
}
