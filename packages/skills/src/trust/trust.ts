import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { escapeControls, PdError } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import { type SkillLink, skillTree } from "./trust-files.js";

/** A file of a skill as it was when it was digested. */
export interface SkillFileDigest {
  /** Relative to the skill's folder, with `/` between its parts. */
  readonly path: string;
  /** `sha256:` and 64 hexadecimal digits, of the file's bytes alone. */
  readonly digest: string;
  readonly size: number;
}

/** What a skill consists of, byte for byte (R5.13). Times, owners and modes do not count; every name and every byte does. */
export interface SkillFingerprint {
  /** One digest for all: equal for equal folders, wherever they are. */
  readonly digest: string;
  readonly files: readonly SkillFileDigest[];
  /** Links that stay inside the folder. What they lead to is among the files. */
  readonly links: readonly SkillLink[];
  /** Of all files together. */
  readonly bytes: number;
}

export interface FingerprintLimits {
  readonly maxFiles?: number | undefined;
  readonly maxFileBytes?: number | undefined;
  readonly maxTotalBytes?: number | undefined;
  readonly maxDepth?: number | undefined;
}

const MEGABYTE = 1024 * 1024;

/** The digest of some bytes, as it stands in fingerprints, lock files and MCP's list of a skill's resources. */
export function bytesDigest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/**
 * Reads every file of a skill's folder and digests it. A folder that is a link itself is followed, links to outside are refused
 * (`path-escapes-root`), and so is a folder beyond the limits (`file-too-large`): what cannot be digested cannot be trusted.
 */
export function fingerprintSkill(baseDir: string, limits: FingerprintLimits = {}): SkillFingerprint {
  const { maxFiles = 2000, maxFileBytes = 16 * MEGABYTE, maxTotalBytes = 128 * MEGABYTE, maxDepth = 16 } = limits;
  const root = realFolder(baseDir);
  const { files: paths, links } = skillTree(root, { maxFiles, maxDepth });
  let bytes = 0;
  const files = paths.map((path): SkillFileDigest => {
    const maxBytes = Math.min(maxFileBytes, maxTotalBytes - bytes);
    const content = readContainedSync(root, path, { maxBytes, listed: true }).bytes;
    bytes += content.length;
    return { path, digest: bytesDigest(content), size: content.length };
  });
  return { digest: digestOf(files, links), files, links, bytes };
}

function realFolder(baseDir: string): string {
  try {
    return realpathSync.native(baseDir);
  } catch (cause) {
    const fix = "Discover the skills again.";
    const where = escapeControls(basename(baseDir));
    throw new PdError("content-unreadable", "The skill's folder is not there any more", { where, fix, cause });
  }
}

/** No path and no target can hold NUL, so no two folders give the same lines. */
export function digestOf(files: readonly SkillFileDigest[], links: readonly SkillLink[]): string {
  const hash = createHash("sha256").update("pd-skill 1\n");
  for (const { path, size, digest } of files) hash.update(`file\0${path}\0${size}\0${digest}\n`);
  for (const { path, target } of links) hash.update(`link\0${path}\0${target}\n`);
  return `sha256:${hash.digest("hex")}`;
}
