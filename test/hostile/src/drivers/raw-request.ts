import { connect } from "node:net";

/** How long a second answer is waited for, that should not come. */
const GRACE_MILLISECONDS = 15;

/** Sends bytes as they are and gives back all that came until the other side closed, or a whole answer was there. */
export function rawRequest(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    function end(): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    }
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      clearTimeout(timer);
      if (isWhole(text)) timer = setTimeout(end, GRACE_MILLISECONDS);
    });
    socket.on("close", end);
    // A reset is one way to be cut off.
    socket.on("error", () => undefined);
    socket.on("connect", () => void socket.write(bytes));
  });
}

const CHUNKED = /\r\ntransfer-encoding: chunked/iu;

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end >= 0 && CHUNKED.test(text)) return text.endsWith("\r\n0\r\n\r\n");
  const length = Number(/\r\ncontent-length: (\d+)/iu.exec(text)?.[1] ?? Number.NaN);
  return end >= 0 && text.length >= end + 4 + length;
}
