import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterwards } from "pd-tooling/afterwards";

/** A folder that is gone when the test is over. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pd-skill-")));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Writes files below a folder, with the folders on the way; gives the folder back. */
export function writeFiles(folder: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The folder of a skill with these files beside its SKILL.md. */
export function temporarySkill(files: Files = {}, name = "pdf"): string {
  const head = `---\nname: ${name}\ndescription: Fills forms.\n---\n\n# Forms\n\nFill them.\n`;
  return writeFiles(join(scratchFolder(), name), { "SKILL.md": head, ...files });
}
