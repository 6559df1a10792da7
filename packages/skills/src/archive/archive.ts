import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isPdError, PdError } from "@pd/core";
import { containedPath, hasDotName, readContainedSync } from "@pd/core/files";
import { contentOf, locateEntries } from "./archive-data.js";
import { type ArchiveEntry, readArchiveDirectory } from "./archive-directory.js";
import { checkArchiveNames } from "./archive-names.js";
import { archiveRefusal, archiveTooLarge, archiveUnsafe } from "./archive-refusal.js";

export interface ArchiveLimits {
  /** Of the archive itself. */
  readonly maxArchiveBytes?: number | undefined;
  readonly maxFiles?: number | undefined;
  readonly maxFileBytes?: number | undefined;
  readonly maxTotalBytes?: number | undefined;
  /** How many times larger a file may be than its compressed form. Small files are not asked. */
  readonly maxRatio?: number | undefined;
  /** Folders below the skill's own. */
  readonly maxDepth?: number | undefined;
}

export interface ArchivedFile {
  /** Relative to the skill's folder, with `/` between its parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

export interface SkillArchive {
  /** The folder in which all files stand, if there is one. */
  readonly folder: string | undefined;
  /** Sorted by path; SKILL.md is among them. */
  readonly files: readonly ArchivedFile[];
  /** Files that are not taken, as the archive names them: a name that begins with a dot is neither listed nor read in a skill. */
  readonly leftOut: readonly string[];
}

const MEGABYTE = 1024 * 1024;

/** Below this a file may be compressed as well as it can be: a page of blanks is no bomb. */
const ANY_RATIO_BYTES = 64 * 1024;

/** What macOS adds to every archive: copies of attributes, no files of the skill. */
const SYSTEM_FOLDER = "__MACOSX/";

/**
 * Reads a `.skill` archive: a zip with a SKILL.md at its top, or in the one folder at its top. It is read whole or refused with a
 * typed error: `content-invalid` (damaged, ambiguous, encrypted, zip64, several parts), `file-too-large` (beyond a limit, a bomb),
 * `path-escapes-root` (a name that leads outside or is another's, a link, a git repository). Memory stays below the archive's and the files' limits together.
 */
export async function readSkillArchive(source: Uint8Array | string, limits: ArchiveLimits = {}): Promise<SkillArchive> {
  const { maxArchiveBytes = 64 * MEGABYTE, maxFiles = 2000, maxDepth = 5 } = limits;
  const bytes = typeof source === "string" ? archiveBytes(source, maxArchiveBytes) : source;
  if (bytes.length > maxArchiveBytes)
    throw archiveTooLarge(`has ${bytes.length} bytes, and ${maxArchiveBytes} are allowed`);
  const directory = readArchiveDirectory(bytes, maxFiles);
  checkArchiveNames(directory.entries);
  checkSizes(directory.entries, limits);
  const located = locateEntries(bytes, directory);
  const files = located.filter(({ entry }) => !entry.isFolder && !entry.name.startsWith(SYSTEM_FOLDER));
  const ofSkill = files.filter(({ entry }) => !hasDotName(entry.name));
  const prefix = skillFolder(ofSkill.map(({ entry }) => entry.name));
  const read: ArchivedFile[] = [];
  for (const each of ofSkill) {
    const path = pathInSkill(each.entry.name.slice(prefix.length), maxDepth);
    read.push({ path, bytes: await contentOf(each), executable: each.entry.executable });
  }
  read.sort((one, other) => (one.path < other.path ? -1 : 1));
  const leftOut = files.map(({ entry }) => entry.name).filter(hasDotName);
  return { folder: prefix === "" ? undefined : prefix.slice(0, -1), files: read, leftOut: leftOut.sort() };
}

function archiveBytes(path: string, maxBytes: number): Uint8Array {
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch (cause) {
    const fix = "Check the path.";
    throw new PdError("content-unreadable", "There is no such archive", { where: path, fix, cause });
  }
  return readContainedSync(dirname(real), basename(real), { maxBytes, listed: true }).bytes;
}

/** By what the archive announces; each file is then held to it. */
function checkSizes(entries: readonly ArchiveEntry[], limits: ArchiveLimits): void {
  const { maxFileBytes = 16 * MEGABYTE, maxTotalBytes = 64 * MEGABYTE, maxRatio = 200 } = limits;
  let total = 0;
  for (const { name, size, compressedSize } of entries) {
    total += size;
    if (size > maxFileBytes) throw archiveTooLarge(`has ${size} bytes, and ${maxFileBytes} are allowed`, name);
    if (size > ANY_RATIO_BYTES && size > compressedSize * maxRatio)
      throw archiveTooLarge(`is compressed more than ${maxRatio} times`, name);
  }
  if (total > maxTotalBytes) throw archiveTooLarge(`holds ${total} bytes, and ${maxTotalBytes} are allowed`);
}

/** The prefix of every file: empty, or the one folder at the top with its slash. */
function skillFolder(names: readonly string[]): string {
  if (names.some(isSkillFile)) return "";
  const first = names[0] ?? "";
  const prefix = first.slice(0, first.indexOf("/") + 1);
  const isOne = prefix !== "" && names.every((name) => name.startsWith(prefix));
  if (isOne && names.some((name) => isSkillFile(name.slice(prefix.length)))) return prefix;
  throw archiveRefusal("has no SKILL.md at its top, nor in one folder that holds all of it");
}

function isSkillFile(path: string): boolean {
  return path.toLowerCase() === "skill.md";
}

function pathInSkill(path: string, maxDepth: number): string {
  try {
    return containedPath(path, maxDepth);
  } catch (error) {
    if (isPdError(error)) throw archiveUnsafe(`is more than ${maxDepth} folders down`, path);
    throw error;
  }
}
