import { join } from "node:path";
import { PdError } from "@pd/core";
import { readFrontmatterBytes } from "@pd/core/markdown";
import { writeNewFolder } from "../record/new-folder.js";
import { SKILL_NAME, SKILL_NAME_LENGTH } from "../record/skill-name.js";
import { type ArchiveLimits, readSkillArchive, type SkillArchive } from "./archive.js";

export interface ExtractOptions extends ArchiveLimits {
  /** What the skill's folder is called. By default as in the archive, or as its frontmatter says where it has no folder. */
  readonly name?: string | undefined;
}

export interface ExtractedSkill {
  readonly name: string;
  /** The new folder. */
  readonly baseDir: string;
  readonly files: readonly string[];
  /** See `SkillArchive.leftOut`. */
  readonly leftOut: readonly string[];
}

/**
 * Unpacks a `.skill` archive into a new folder below `into`: all of it or nothing, and never over something that is there.
 * The archive is read and checked whole before the first file is written. See `readSkillArchive` for what is refused.
 */
export async function extractSkillArchive(
  source: Uint8Array | string,
  into: string,
  options: ExtractOptions = {},
): Promise<ExtractedSkill> {
  const archive = await readSkillArchive(source, options);
  const name = options.name ?? archive.folder ?? declaredName(archive) ?? "";
  if (name.length > SKILL_NAME_LENGTH || !SKILL_NAME.test(name)) {
    const fix = 'Give one as the option "name": lower-case letters, digits and single hyphens.';
    throw new PdError("input-invalid", "The archive has no name for the skill's folder", { where: "name", fix });
  }
  const baseDir = join(into, name);
  writeNewFolder(baseDir, archive.files);
  return { name, baseDir, files: archive.files.map(({ path }) => path), leftOut: archive.leftOut };
}

function declaredName({ files }: SkillArchive): string | undefined {
  const head = files.find(({ path }) => path.toLowerCase() === "skill.md");
  return head === undefined ? undefined : readFrontmatterBytes(head.bytes).text("name");
}
