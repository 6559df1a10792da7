import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseSessionLog } from "@pd/core";
import type { CallHistory } from "./call-history.js";

export interface LogFileOptions {
  readonly id: string;
  readonly path: string;
  readonly signal: AbortSignal;
  /** How long to wait before the file is looked at again. */
  readonly milliseconds?: number;
}

/** Of a larger file the end is read: a log that pd writes is set aside long before. */
const MOST_BYTES = 64 * 2 ** 20;
const NEWLINE = 0x0a;

/**
 * Tells the calls of a session log, and then those that `pd mcp --log` or `pd serve --session-log` add to it. A file that was set aside for a new one
 * is read from its beginning again.
 */
export async function followLogFile(
  history: CallHistory,
  { id, path, signal, milliseconds = 500 }: LogFileOptions,
): Promise<void> {
  let position: Position = { from: 0, inode: undefined };
  let wrong: string | null = null;
  let told: string | null = null;
  while (!signal.aborted) {
    const read = await readOn(path, position);
    position = read.position;
    // A line that is wrong stays so, whether or not others follow it.
    wrong = tell(read.lines, (entry) => history.add(id, entry)) ?? wrong;
    const now: string | null = read.trouble ?? wrong;
    if (now !== told) history.trouble(id, now);
    told = now;
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

type Entry = ReturnType<typeof parseSessionLog>[number];

/** What is wrong with the lines, if anything is. */
function tell(lines: string, add: (entry: Entry) => void): string | undefined {
  try {
    for (const entry of parseSessionLog(lines)) add(entry);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Position {
  /** Bytes that were read, up to the end of a line. */
  readonly from: number;
  readonly inode: number | undefined;
}

interface Read {
  readonly position: Position;
  /** Whole lines. */
  readonly lines: string;
  readonly trouble?: string;
}

async function readOn(path: string, before: Position): Promise<Read> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const { size, ino: inode } = await file.stat();
    const isNew = inode !== before.inode || size < before.from;
    const start = Math.max(isNew ? 0 : before.from, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const end = bytes.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
    return { position: { from: start + end, inode }, lines: bytes.toString("utf8", 0, end) };
  } catch (error) {
    return { position: before, lines: "", trouble: error instanceof Error ? error.message : String(error) };
  } finally {
    await file?.close();
  }
}
