import type { Writable } from "node:stream";

/** One JSON object a line, gathered for a moment: a system call for each request would cost more than the request's own log. */
export interface LogWriter {
  write(record: object): void;
  flush(): void;
}

const GATHERED_MILLISECONDS = 50;
const GATHERED_CHARACTERS = 64 * 1024;

/** For a terminal, where a person looks for what goes wrong and not for every request. */
export function onlyTrouble(log: LogWriter): LogWriter {
  return {
    write(record) {
      if ((record as { readonly level?: unknown }).level !== "info") log.write(record);
    },
    flush: log.flush,
  };
}

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
