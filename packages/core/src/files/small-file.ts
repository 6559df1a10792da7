import { constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { PdError } from "../model/errors.js";
import { closeRead } from "./close-read.js";

/** A file as it was opened: what it held, and whose it was. */
export interface SmallFile {
  readonly bytes: Uint8Array;
  readonly stats: Stats;
}

/** A file that somebody named, whole; nothing that blocks, and nothing large. */
export function readSmallFileSync(
  file: string,
  { maxBytes, shown }: { readonly maxBytes: number; readonly shown: string },
): SmallFile {
  let descriptor: number | undefined;
  try {
    // A FIFO would block the open until someone writes.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw unreadable("is not a regular file", shown);
    if (stats.size > maxBytes) throw unreadable(`has more than ${maxBytes} bytes`, shown);
    const bytes = new Uint8Array(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return { bytes: bytes.subarray(0, filled), stats };
  } catch (cause) {
    if (cause instanceof PdError) throw cause;
    throw unreadable("cannot be read", shown, cause);
  } finally {
    if (descriptor !== undefined) closeRead(descriptor);
  }
}

function unreadable(why: string, shown: string, cause?: unknown): PdError {
  return new PdError("configuration-invalid", `"${shown}" ${why}`, {
    where: shown,
    fix: "See that it is a file that you may read.",
    cause,
  });
}
