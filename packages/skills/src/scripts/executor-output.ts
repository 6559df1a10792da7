import type { Readable } from "node:stream";

/** The beginning of what a process says, up to a cap; the rest is read and let go, so that it does not wait for a reader. */
export interface CappedOutput {
  text(): string;
  readonly truncated: boolean;
}

export function capOutput(stream: Readable, maxBytes: number): CappedOutput {
  const chunks: Buffer[] = [];
  let kept = 0;
  let truncated = false;
  stream.on("data", (chunk: Buffer) => {
    const room = maxBytes - kept;
    if (chunk.length > room) truncated = true;
    if (room <= 0) return;
    // A copy: a slice would keep the whole chunk.
    const part = chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk;
    chunks.push(part);
    kept += part.length;
  });
  // A pipe that breaks has said all it will.
  stream.on("error", () => undefined);
  return {
    // As a stream, so that a character that the cap cut in two is left out.
    text: () => new TextDecoder().decode(Buffer.concat(chunks), { stream: truncated }),
    get truncated() {
      return truncated;
    },
  };
}
