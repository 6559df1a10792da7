import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A connection on which anything can be said, well formed or not. */
export interface RawSocket {
  readonly socket: Socket;
  send(text: string | Uint8Array): void;
  /** Everything that came until the other side closed. */
  received(): Promise<string>;
  /** Waits until what has come passes the test. */
  until(isEnough: (text: string) => boolean): Promise<string>;
}

export async function rawSocket(port: number): Promise<RawSocket> {
  const socket = connect(port, "127.0.0.1");
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  // A reset is one way to be cut off.
  socket.on("error", () => undefined);
  return {
    socket,
    send: (more) => void socket.write(more),
    received: () =>
      new Promise((resolve) => {
        if (socket.destroyed) resolve(text);
        else socket.once("close", () => resolve(text));
      }),
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`only this came: ${text.slice(0, 500)}`));
        // For the sake of what it says: the limit of a test alone would not tell what was missing.
        const timer = setTimeout(fail, 300_000);
        const look = () => {
          if (!isEnough(text)) return;
          clearTimeout(timer);
          socket.off("data", look).off("close", fail);
          resolve(text);
        };
        socket.on("data", look).on("close", fail);
        look();
      }),
  };
}

/** Sends one request as it stands and gives back the first answer. */
export async function rawRequest(port: number, request: string | Uint8Array): Promise<RawAnswer> {
  const raw = await rawSocket(port);
  raw.send(request);
  const text = await raw.until(isWhole);
  raw.socket.destroy();
  return answerIn(text);
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return end >= 0 && text.length >= end + 4 + length;
}

export function answerIn(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end + 4) };
}

/** A POST with these headers and this body, its length counted. */
export function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    host: "127.0.0.1",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
