import type { WriteStream } from "node:tty";
import type { Io } from "./io.js";

export interface ProcessIo extends Io {
  /** Calls back when everything has gone out. */
  flush(done: () => void): void;
}

/** What is written to stdout goes out in pieces of this size: a system call for each line would cost more than the line. */
const PIECE = 64 * 1024;

/** The streams and the surroundings of this process. */
export function processIo(signal: AbortSignal): ProcessIo {
  const stdout = lazyStream(() => process.stdout);
  const stderr = lazyStream(() => process.stderr);
  let waiting = "";
  const send = () => {
    if (waiting !== "") stdout().write(waiting);
    waiting = "";
  };
  return {
    stdout: {
      write(text) {
        waiting += text;
        if (waiting.length > PIECE) send();
      },
      get isTerminal() {
        return stdout().isTTY === true;
      },
      get columns() {
        return stdout().columns;
      },
    },
    stderr: {
      write(text) {
        // On a terminal both go to one place, in the order in which they were said.
        send();
        stderr().write(text);
      },
      get isTerminal() {
        return stderr().isTTY === true;
      },
      get columns() {
        return stderr().columns;
      },
    },
    environment: process.env,
    workingFolder: process.cwd(),
    signal,
    flush(done) {
      send();
      stdout().write("", () => (stderr.isOpen() ? void stderr().write("", done) : done()));
    },
  };
}

type Stream = NodeJS.WriteStream & Partial<WriteStream>;

/** Opened when it is first used: most commands have nothing to say on one of them. */
function lazyStream(open: () => Stream) {
  let opened: Stream | undefined;
  const stream = () => {
    if (opened !== undefined) return opened;
    opened = open();
    // Whoever reads our output may stop, as `head` does: then there is nobody to talk to, and nothing is wrong.
    opened.on("error", (error: NodeJS.ErrnoException) =>
      process.exit(error.code === "EPIPE" ? (process.exitCode ?? 0) : 2),
    );
    return opened;
  };
  return Object.assign(stream, { isOpen: () => opened !== undefined });
}
