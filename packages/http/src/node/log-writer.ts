import type { Writable } from "node:stream";

/** One JSON object a line, gathered for a moment: a system call for each request would cost more than the request's own log. */
export interface LogWriter {
  write(record: object): void;
  flush(): void;
}

const GATHERED_MILLISECONDS = 50;
const GATHERED_CHARACTERS = 64 * 1024;

export function createLogWriter(stream: Pick<Writable, "write">): LogWriter {
  let gathered = "";
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered !== "") stream.write(gathered);
    gathered = "";
  }
  return {
    write(record) {
      gathered += `${JSON.stringify(record)}\n`;
      if (gathered.length >= GATHERED_CHARACTERS) flush();
      else timer ??= setTimeout(flush, GATHERED_MILLISECONDS);
    },
    flush,
  };
}
