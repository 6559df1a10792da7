import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BODY, OUTSIDE } from "./promises.js";

/** A folder with something to serve, and something beside it that must not be. */
export interface HostilePlace {
  readonly root: string;
  readonly vault: string;
  readonly skills: string;
  readonly files: string;
  readonly cache: string;
  remove(): void;
}

/** Where files are in memory, if the system has such a place: thousands of snapshots are no business of a disk. */
export const IN_MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function makeHostilePlace(parent = tmpdir()): HostilePlace {
  const root = realpathSync(mkdtempSync(join(parent, "pd-hostile-")));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  // Would be a note, and a skill called evil, if anything read it.
  const outside = `---\nname: evil\ndescription: ${OUTSIDE}\n---\n\n# Outside\n\n${OUTSIDE}\n`;
  write("outside.md", outside);
  write("vault-beside/outside.md", outside);
  write(
    "vault/alpha.md",
    `---\ndescription: The first\n---\n\n# Alpha\n\nSee [[Beta]].\n\n## Details\n\nShort.\n\nAnd ${BODY}.\n`,
  );
  write("vault/beta.md", `---\ndescription: The second\n---\n\n# Beta\n\nShort.\n\nAnd ${BODY}.\n`);
  write("vault/folder/gamma.md", `---\ndescription: The third\n---\n\n# Gamma\n\nShort.\n\nAnd ${BODY}.\n`);
  write("vault/.obsidian/secret.md", OUTSIDE);
  write("skills/pdf/SKILL.md", `---\nname: pdf\ndescription: Fills forms\n---\n\nFill $ARGUMENTS ${BODY}.\n`);
  write("skills/pdf/references/fields.md", "Names first.\n");
  write("skills/other/SKILL.md", `---\nname: other\ndescription: Another\n---\n\n${OUTSIDE}\n`);
  write("files/inside.md", "Inside.\n");
  return {
    root,
    vault: join(root, "vault"),
    skills: join(root, "skills"),
    files: join(root, "files"),
    cache: join(root, "cache"),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const resolve = createRequire(import.meta.url).resolve;

/** A bin as it is built and shipped. */
export function builtBin(name: string): string {
  return join(dirname(resolve(`${name}/package.json`)), "dist", "bin.js");
}
