import { fstatSync, writeSync } from "node:fs";
import { systemCodeOf, workingFolder } from "@pd/core/messages";
import type { Io, Output } from "./io.js";

export interface ProcessIo extends Io {
  /** Calls back when everything has gone out. */
  flush(done: () => void): void;
}

export interface ProcessSignals {
  readonly signal: () => AbortSignal;
  readonly handOver: () => void;
}

/** What is written to stdout goes out in pieces of this size: a system call for each line would cost more than the line. */
const PIECE = 64 * 1024;

/** The streams and the surroundings of this process. */
export function processIo({ signal, handOver }: ProcessSignals): ProcessIo {
  const stdout = channel(1, () => process.stdout);
  const stderr = channel(2, () => process.stderr);
  let waiting = "";
  const send = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") stdout.write(text);
  };
  return {
    stdout: output(stdout, (text) => {
      waiting += text;
      if (waiting.length > PIECE) send();
    }),
    stderr: output(stderr, (text) => {
      // On a terminal both go to one place, in the order in which they were said.
      send();
      stderr.write(text);
    }),
    environment: process.env,
    // Asked for by a command, not at the start: where it is gone, the command says so like any other error.
    get workingFolder() {
      return workingFolder();
    },
    get signal() {
      return signal();
    },
    endsWithProcess: true,
    handOver,
    get ask() {
      return isTerminalAt(0) && isTerminalAt(2) ? askOnTerminal : undefined;
    },
    flush(done) {
      send();
      stdout.flush(() => stderr.flush(done));
    },
  };
}

function output({ isTerminal, columns }: Channel, write: Output["write"]): Output {
  return {
    write,
    get isTerminal() {
      return isTerminal();
    },
    get columns() {
      return columns();
    },
  };
}

interface Channel {
  isTerminal(): boolean;
  columns(): number | undefined;
  write(text: string): void;
  flush(done: () => void): void;
}

/**
 * A way out of the process. Node's streams take a tenth of its whole start to load, so that a pipe or a file is written to directly;
 * a terminal has a stream, and so has a pipe that is full.
 */
function channel(descriptor: 1 | 2, open: () => NodeJS.WriteStream): Channel {
  let opened: NodeJS.WriteStream | undefined;
  let isTerminal: boolean | undefined;
  const stream = () => {
    if (opened !== undefined) return opened;
    opened = open();
    opened.on("error", endOf);
    return opened;
  };
  const asksTerminal = () => {
    isTerminal ??= isDevice(descriptor) && stream().isTTY === true;
    return isTerminal;
  };
  return {
    isTerminal: asksTerminal,
    columns: () => (asksTerminal() ? stream().columns : undefined),
    write(text) {
      const rest = opened === undefined && !asksTerminal() ? writeDirectly(descriptor, text) : text;
      if (rest.length > 0) stream().write(rest);
    },
    flush(done) {
      if (opened === undefined) done();
      // What could not be written is an event of the stream, and ends the process there.
      else opened.write("", (error) => (error ? undefined : done()));
    },
  };
}

function isTerminalAt(descriptor: number): boolean {
  return isDevice(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

async function askOnTerminal(question: string): Promise<string> {
  const { createInterface } = process.getBuiltinModule("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Whoever closes the input has not agreed.
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}

/** A terminal is one. So is what swallows everything. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/** As much as goes out without waiting; gives back the rest. */
function writeDirectly(descriptor: number, text: string): Uint8Array {
  let bytes: Uint8Array = Buffer.from(text, "utf8");
  try {
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes));
  } catch (error) {
    // Somebody has made the pipe non-blocking, and it is full.
    if (systemCodeOf(error) !== "EAGAIN") endOf(error);
  }
  return bytes;
}

/** Whoever reads our output may stop, as `head` does: then there is nobody to talk to, and nothing is wrong. */
function endOf(error: unknown): never {
  const code = systemCodeOf(error);
  if (code === "EPIPE") process.exit(process.exitCode ?? 0);
  try {
    writeSync(2, `error[file-unwritable] The output cannot be written: ${String(code)}\n`);
  } catch {
    // It was stderr that cannot be written.
  }
  process.exit(2);
}
