import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

export interface LineLogOptions {
  /** The file is set aside before it exceeds this. */
  readonly maxBytes?: number;
  /** How many files that were set aside are kept: `file.1` is the youngest. */
  readonly keep?: number;
  /** Called once: a call does not fail because its log cannot be written. */
  readonly onError?: (error: unknown) => void;
}

export interface LineLog {
  write(line: string): void;
}

const MEGABYTE = 2 ** 20;
// A link that somebody put there is not followed.
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** A file that lines are added to, readable for its user alone, and bounded: what is older is set aside, and the oldest is deleted. */
export function openLineLog(file: string, options: LineLogOptions = {}): LineLog {
  const { maxBytes = 16 * MEGABYTE, keep = 3, onError } = options;
  let hasFailed = false;

  /** Opened for each line: several processes may add to it, and set it aside. */
  function append(line: string): void {
    const descriptor = openSync(file, FLAGS, 0o600);
    try {
      const { size } = fstatSync(descriptor);
      if (size > 0 && size + Buffer.byteLength(line) > maxBytes) {
        rotate();
        append(line);
        return;
      }
      if (size === 0) fchmodSync(descriptor, 0o600);
      writeSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
  }

  function rotate(): void {
    for (let number = keep - 1; number >= 1; number -= 1) renameIfThere(`${file}.${number}`, `${file}.${number + 1}`);
    renameIfThere(file, `${file}.1`);
  }

  return {
    write(line) {
      try {
        append(line);
      } catch (error) {
        if (!hasFailed) onError?.(error);
        hasFailed = true;
      }
    },
  };
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
