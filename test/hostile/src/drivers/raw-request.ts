import { connect } from "node:net";

/** Sends bytes as they are and gives back all that came until the other side closed, or was silent for a moment. */
export function rawRequest(port: number, bytes: string | Uint8Array, silence = 150): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let timer = setTimeout(end, 5000);
    function end(): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    }
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(end, isWhole(text) ? 15 : isHeadOnly(text) ? 10 * silence : silence);
    });
    socket.on("close", end);
    // A reset is one way to be cut off.
    socket.on("error", () => undefined);
    socket.on("connect", () => void socket.write(bytes));
  });
}

/** The head of an answer in chunks is out, and nothing else: on a busy machine what it announces takes its time. */
function isHeadOnly(text: string): boolean {
  return text.endsWith("\r\n\r\n") && text.indexOf("\r\n\r\n") === text.length - 4 && CHUNKED.test(text);
}

const CHUNKED = /\r\ntransfer-encoding: chunked/iu;

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end >= 0 && CHUNKED.test(text)) return text.endsWith("\r\n0\r\n\r\n");
  const length = Number(/\r\ncontent-length: (\d+)/iu.exec(text)?.[1] ?? Number.NaN);
  return end >= 0 && text.length >= end + 4 + length;
}
