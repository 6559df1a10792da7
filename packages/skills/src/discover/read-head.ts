import { closeSync, constants, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { isPdError } from "@pd/core";
import { readContainedSync, systemCodeOf } from "@pd/core/files";
import { type Frontmatter, MAX_FRONTMATTER_BYTES, readFrontmatterBytes } from "@pd/core/markdown";

/** Nearly every frontmatter ends within it: 21 of 126,124 real files needed more. */
const HEAD_BYTES = 4096;
const LONG_HEAD_BYTES = MAX_FRONTMATTER_BYTES + HEAD_BYTES;

const head = Buffer.allocUnsafe(HEAD_BYTES);

// A link is not followed: where it leads is asked first. A FIFO opens at once, and gives nothing.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The frontmatter of a file, from its first bytes alone (FR-001): open, read, close. Only the frontmatter is decoded, so that what is kept
 * of it does not keep the file. Nothing where there is no such file; whatever else goes wrong is thrown.
 */
export function readHead(file: string, realFolder: string): Frontmatter | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, FLAGS);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP" || code === "EMLINK") return readLinked(file, realFolder);
    throw error;
  }
  try {
    const filled = readSync(descriptor, head, 0, HEAD_BYTES, 0);
    const frontmatter = readFrontmatterBytes(filled === HEAD_BYTES ? head : head.subarray(0, filled), {
      complete: filled < HEAD_BYTES,
    });
    return frontmatter.status === "incomplete" ? readLongHead(descriptor) : frontmatter;
  } finally {
    closeSync(descriptor);
  }
}

function readLongHead(descriptor: number): Frontmatter {
  const long = Buffer.allocUnsafe(LONG_HEAD_BYTES);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < long.length; filled += read) {
    read = readSync(descriptor, long, filled, long.length - filled, filled);
  }
  return readFrontmatterBytes(long.subarray(0, filled), { complete: filled < long.length });
}

/** A SKILL.md that is a link may be one to a file of the same skill, and to no other. */
function readLinked(file: string, realFolder: string): Frontmatter {
  const { bytes } = readContainedSync(realFolder, basename(file), { maxBytes: 16 * 2 ** 20, noDotNames: true });
  return readFrontmatterBytes(bytes.subarray(0, LONG_HEAD_BYTES), { complete: bytes.length <= LONG_HEAD_BYTES });
}

export interface ReadStartOptions {
  /** Asked only where the file is a link. */
  readonly realFolder: () => string;
  readonly bytes: number;
}

const start = { bytes: Buffer.allocUnsafe(0) };

/** The first bytes of a file, whatever they are. Good until the next file is read. */
export function readStart(file: string, { realFolder, bytes }: ReadStartOptions): Uint8Array {
  let descriptor: number;
  try {
    descriptor = openSync(file, FLAGS);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code !== "ELOOP" && code !== "EMLINK") throw error;
    const options = { maxBytes: 16 * 2 ** 20, noDotNames: true };
    return readContainedSync(realFolder(), basename(file), options).bytes.subarray(0, bytes);
  }
  try {
    if (start.bytes.length < bytes) start.bytes = Buffer.allocUnsafe(bytes);
    return start.bytes.subarray(0, readSync(descriptor, start.bytes, 0, bytes, 0));
  } finally {
    closeSync(descriptor);
  }
}

export function unreadableReason(error: unknown): string {
  return isPdError(error) ? error.message : `It cannot be read (${systemCodeOf(error) ?? "unknown"}).`;
}
