import { connect, type Socket } from "node:net";

/** Does the work while so many clients have begun a request each and do not go on. None of them may have got an answer meanwhile. */
export async function besideSlowClients<Result>(
  port: number,
  beginnings: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const sockets: Socket[] = [];
  const answers: string[] = [];
  await Promise.all(
    beginnings.map(
      (beginning) =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1");
          sockets.push(socket);
          socket.on("data", (chunk: Buffer) => void answers.push(chunk.toString("latin1")));
          socket.once("error", reject);
          socket.once("connect", () => socket.write(beginning, () => resolve()));
        }),
    ),
  );
  try {
    const result = await work();
    if (answers.length > 0) throw new Error(`An answer to half of a request: ${answers[0]}`);
    return result;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Half of a head, a head without its body, half of a body, and a chunk that never ends, again and again. */
export function halfRequests(path: string, count: number): readonly string[] {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
  const shapes = [
    `POST ${path} HT`,
    head,
    `${head}content-length: 100\r\n\r\n`,
    `${head}content-length: 100\r\n\r\n{"query":`,
    `${head}transfer-encoding: chunked\r\n\r\n`,
    `${head}transfer-encoding: chunked\r\n\r\nff\r\n{"query":`,
  ];
  return Array.from({ length: count }, (_, at) => shapes[at % shapes.length] ?? "");
}
