import { realpathSync, type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import { escapeControls, PdError } from "@pd/core";
import { type FileStamp, readContainedSync } from "@pd/core/files";
import { createLineCounter, type Frontmatter, readFrontmatterBytes } from "@pd/core/markdown";
import { FoundSkill } from "../record/found-skill.js";
import type { SkillDiagnostic, SkillMetadata } from "../record/skill-metadata.js";
import { skillOf, unknownKeys } from "../record/skill-record.js";
import type { ClearedFiles } from "../trust/skill-clearance.js";
import { invalidSkill } from "./asked-skill.js";

/** More than any instructions; what is longer belongs into files of its own. */
const MAX_BODY_BYTES = 2 * 2 ** 20;

/** A SKILL.md read whole. */
export interface ReadBody {
  /** The skill as its file has it now, with its body: all after the frontmatter, as it is. */
  readonly skill: FoundSkill;
  readonly frontmatter: Frontmatter;
  readonly warnings: readonly SkillDiagnostic[];
  readonly stamp: FileStamp;
  /** The line of the file that the body begins at, counted from 1. */
  readonly firstLine: number;
}

const DECODER = new TextDecoder("utf-8");
/** One character a byte: enough to count lines. */
const LATIN1 = new TextDecoder("latin1");

/** Reads a skill to use it: strict where discovery is lenient (R5.2, SC-009). */
export function readBody(skill: SkillMetadata, cleared?: ClearedFiles): ReadBody {
  const { filePath, baseDir, source, pluginName, qualifiedName } = skill;
  const file = basename(filePath);
  const { bytes, stamp } = readContainedSync(realFolderOf(skill), file, { maxBytes: MAX_BODY_BYTES, noDotNames: true });
  cleared?.(bytes);
  const frontmatter = readFrontmatterBytes(bytes);
  const place = { filePath, baseDir, file, folder: basename(baseDir), source, pluginName };
  const { skill: found, diagnostics } = skillOf(frontmatter, place);
  if (found === undefined) throw invalidSkill(qualifiedName, diagnostics);
  return {
    skill: new FoundSkill({ ...found, qualifiedName }, DECODER.decode(bytes.subarray(frontmatter.end))),
    frontmatter,
    warnings: [...diagnostics, ...unknownKeys(frontmatter, filePath)],
    stamp,
    firstLine: createLineCounter(LATIN1.decode(bytes.subarray(0, frontmatter.end)))(frontmatter.end),
  };
}

/** Where a skill's folder really is: it may be a link itself. */
export function realFolderOf({ baseDir }: SkillMetadata): string {
  try {
    return realpathSync.native(baseDir);
  } catch (cause) {
    throw new PdError("content-unreadable", "The skill's folder is gone", {
      where: escapeControls(basename(baseDir)),
      cause,
      fix: "Discover the skills again.",
    });
  }
}

/** Whether a file is still the one that was read: by its times, its size and its number. */
export function isUnchanged(path: string, stamp: FileStamp): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && matches(stats, stamp);
}

function matches({ size, mtimeMs, ctimeMs, ino }: Stats, stamp: FileStamp): boolean {
  return size === stamp.size && mtimeMs === stamp.modified && ctimeMs === stamp.changed && ino === stamp.inode;
}
