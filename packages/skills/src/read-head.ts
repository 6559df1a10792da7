import { closeSync, constants, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { isPdError } from "@pd/core";
import { type Frontmatter, MAX_FRONTMATTER_BYTES, readFrontmatterBytes } from "@pd/core/markdown";
import { readContainedSync } from "@pd/core/node";

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
    const code = codeOf(error);
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
  const { bytes } = readContainedSync(realFolder, basename(file), { maxBytes: 16 * 2 ** 20 });
  return readFrontmatterBytes(bytes.subarray(0, LONG_HEAD_BYTES), { complete: bytes.length <= LONG_HEAD_BYTES });
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

export function unreadableReason(error: unknown): string {
  return isPdError(error) ? error.message : `It cannot be read (${codeOf(error)}).`;
}
