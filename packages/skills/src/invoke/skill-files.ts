import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { escapeControls, isPdError, PdError } from "@pd/core";
import { type ContainedFile, containedPath, hasDotName, readContainedSync, systemCodeOf } from "@pd/core/files";
import { PathSecurityError } from "../record/errors.js";
import type { OnSkillEvent } from "../record/skill-event.js";
import type { SkillMetadata } from "../record/skill-metadata.js";
import type { ClearedFiles } from "../trust/skill-clearance.js";
import { realFolderOf } from "./read-body.js";
import { MAX_FILE_DEPTH } from "./resources.js";

export const MAX_FILE_BYTES = 10 * 2 ** 20;

export interface FileReading {
  readonly maxBytes: number;
  readonly onEvent: OnSkillEvent;
  readonly cleared: ClearedFiles;
}

/** A skill's files, and nothing else: containment is decided by the file that was opened (R5.9). */
export function readSkillFile(
  skill: SkillMetadata,
  path: string,
  { maxBytes, onEvent, cleared }: FileReading,
): ContainedFile {
  const read = () =>
    readContainedSync(realFolderOf(skill), path, { maxBytes, maxDepth: MAX_FILE_DEPTH, noDotNames: true });
  const file = telling(skill, path, onEvent, read);
  cleared(file.bytes);
  return file;
}

/**
 * The full path of a file in a skill's folder (FR-011), whether it exists or not: reading a missing one fails where it is read.
 * It says where the path leads now. To read the file, `readResource` is safe against changes in between.
 */
export function resolveSkillPath(skill: SkillMetadata, path: string, onEvent: OnSkillEvent): string {
  return telling(skill, path, onEvent, () => {
    const real = realFolderOf(skill);
    const inside = containedPath(path, MAX_FILE_DEPTH);
    if (hasDotName(inside)) throw refused(path, "has a name that begins with a dot");
    checkReal(real, join(real, inside), path);
    return join(skill.baseDir, inside);
  });
}

/** As far as the path exists, it must lead to below the folder. */
function checkReal(root: string, full: string, path: string): void {
  for (let existing = full; existing.length > root.length; existing = dirname(existing)) {
    try {
      const real = realpathSync.native(existing);
      if (real !== root && !real.startsWith(root + sep)) throw outside(path);
      if (hasDotName(real.slice(root.length).replaceAll(sep, "/")))
        throw refused(path, "is a link to what has a name that begins with a dot");
      return;
    } catch (error) {
      if (isPdError(error)) throw error;
      const isAbsent = systemCodeOf(error) === "ENOENT" || systemCodeOf(error) === "ENOTDIR";
      // A link to nowhere may lead anywhere tomorrow; what is not there at all cannot.
      if (!isAbsent || isLink(existing)) throw outside(path);
    }
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // Below a file there is nothing.
    return false;
  }
}

function outside(path: string): PdError {
  return refused(path, "leads out of the folder");
}

function refused(path: string, why: string): PdError {
  const shown = escapeControls(path.slice(0, 200));
  return new PdError("path-escapes-root", `"${shown}" ${why}`, {
    where: shown,
    fix: "Use a path below the folder, with / between its parts.",
  });
}

/** Runs a read. A refusal gets its own class and is told as an event (SC-006); a file that is simply not there is neither. */
export function telling<Result>(skill: SkillMetadata, path: string, onEvent: OnSkillEvent, read: () => Result): Result {
  if (typeof path !== "string") throw new PdError("input-invalid", "A path is a text", { where: "path" });
  try {
    return read();
  } catch (error) {
    if (!isPdError(error) || (error.code !== "path-escapes-root" && error.code !== "file-too-large")) throw error;
    const { code, message: reason } = error;
    const asked = { skill: skill.qualifiedName, path: path.slice(0, 400) };
    onEvent({ kind: "path-refused", at: Date.now(), ...asked, code, reason });
    throw new PathSecurityError(error, asked);
  }
}
