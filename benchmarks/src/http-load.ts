import { connect, type Socket } from "node:net";

/** What a run of many connections came to. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly errors: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface Load {
  readonly port: number;
  readonly path: string;
  /** Asked in turn. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Ends after so many requests or so many seconds, whichever comes first. */
  readonly requests: number;
  readonly seconds: number;
}

/** Connections that each ask again as soon as they are answered. On bare sockets, so that the client costs little beside the server. */
export async function load({ port, path, bodies, connections, requests, seconds }: Load): Promise<LoadResult> {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`;
  const asking = bodies.map((body) => Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));
  const times: number[] = [];
  const started = performance.now();
  const deadline = started + seconds * 1000;
  let sent = 0;
  let errors = 0;
  const isOver = () => sent >= requests || performance.now() >= deadline;
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      let asked = 0;
      const ask = () => {
        if (isOver()) return void socket.end();
        const request = asking[sent % asking.length];
        sent += 1;
        asked = performance.now();
        if (request !== undefined) socket.write(request);
      };
      onAnswers(socket, (status) => {
        times.push(performance.now() - asked);
        if (status !== 200) errors += 1;
        ask();
      });
      socket.on("connect", ask).on("close", resolve);
      socket.on("error", () => {
        errors += 1;
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const spent = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, seconds: spent, errors, p50: at(0.5), p99: at(0.99) };
}

/** Calls back with the status of each answer once all of it is there. */
function onAnswers(socket: Socket, answered: (status: number) => void): void {
  let head = "";
  let left = -1;
  let status = 0;
  socket.on("data", (chunk) => {
    if (left >= 0) {
      left -= chunk.byteLength;
    } else {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      left = length - (head.length - end - 4);
      head = "";
    }
    if (left > 0) return;
    left = -1;
    answered(status);
  });
}

/** Connections that stay: silent ones, and ones that send a request a byte at a time. */
export function crowd(port: number, { idle, slow }: { readonly idle: number; readonly slow: number }) {
  const sockets: Socket[] = [];
  let refused = 0;
  const open = (onConnect: (socket: Socket) => void) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .on("connect", () => onConnect(socket))
      .on("error", () => {
        refused += 1;
      });
    socket.resume();
    sockets.push(socket);
  };
  for (let index = 0; index < idle; index += 1) open(() => undefined);
  const head = `POST /api/skillgraph/scan HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
  for (let index = 0; index < slow; index += 1)
    open((socket) => void socket.write(index % 2 === 0 ? head : head.slice(0, 40)));
  const timer = setInterval(() => {
    for (const socket of sockets.slice(idle)) if (socket.writable) socket.write(" ");
  }, 1000);
  return {
    open: () => sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === "open").length,
    refused: () => refused,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
