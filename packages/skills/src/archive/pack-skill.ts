import { lstatSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { hasDotName, readContainedSync } from "@pd/core/files";
import { fingerprintSkill } from "../trust/trust.js";
import { readSkillArchive, type SkillArchive } from "./archive.js";
import { zip } from "./archive-writer.js";

export interface PackedSkill {
  readonly bytes: Uint8Array;
  /** As `readSkillArchive` reads it. */
  readonly archive: SkillArchive;
  /** Files whose names begin with a dot: they are not part of a skill. */
  readonly leftOut: readonly string[];
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A skill's folder as a `.skill` archive, in a folder of its own at its top. The same files give the same bytes. It is read back before it
 * is handed out, so that whatever `readSkillArchive` refuses (a size, a name, a link to outside) is refused here.
 */
export async function packSkill(folder: string): Promise<PackedSkill> {
  const root = realpathSync.native(folder);
  const name = basename(root);
  const { files } = fingerprintSkill(root);
  const leftOut = files.map(({ path }) => path).filter(hasDotName);
  const packed = files.filter(({ path }) => !hasDotName(path));
  const bytes = zip(
    packed.map(({ path }) => ({
      name: `${name}/${path}`,
      content: readContainedSync(root, path, { maxBytes: MAX_BYTES, listed: true }).bytes,
      mode: isExecutable(join(root, path)) ? 0o100755 : 0o100644,
    })),
  );
  return { bytes, archive: await readSkillArchive(bytes), leftOut };
}

function isExecutable(path: string): boolean {
  return (lstatSync(path).mode & 0o111) !== 0;
}
