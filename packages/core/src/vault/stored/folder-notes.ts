import { realpathSync } from "node:fs";
import { PdError } from "../../model/errors.js";
import { escapeControls } from "../../text/escape-controls.js";
import { type IgnoreOptions, readIgnore } from "../ignore/read-ignore.js";
import { inSteps } from "../load/in-steps.js";
import { readFolder } from "../load/read-notes.js";
import { walk } from "../load/walk.js";
import type { NoteConventions } from "./stored-version.js";

export interface FolderNotesOptions extends IgnoreOptions {
  readonly maxFiles?: number | undefined;
}

/** The notes that a folder shows, as files. */
export interface FolderNotes {
  readonly conventions: NoteConventions;
  /** How many files there are to look at. */
  readonly files: number;
  /** Each with its bytes, or with why it cannot be read. What is left out of a vault is left out here. */
  notes(): AsyncIterable<FolderNote>;
}

export interface FolderNote {
  readonly path: string;
  readonly bytes?: Uint8Array | undefined;
  readonly problem?: PdError | undefined;
}

/** For copying a folder of notes elsewhere. Refuses a folder of which it is not known what to leave out, or a part of which cannot be listed. */
export function folderNotes(folder: string, options: FolderNotesOptions = {}): FolderNotes {
  const root = realFolder(folder);
  const { folders, findings, rules } = walk(root, readIgnore(root, options), { maxFiles: options.maxFiles });
  const problem = findings.find(({ code }) => code === "ignore-unreadable" || code === "folder-unreadable");
  if (problem !== undefined) throw unreadable(folder, `"${escapeControls(problem.path)}" ${problem.message}`);
  return {
    conventions: { namedByFile: rules.namedByFile, logseq: rules.logseq },
    files: folders.reduce((sum, { notes }) => sum + notes.length, 0),
    async *notes() {
      const { parseNote } = await import("../load/cold-load.js");
      for (const one of folders) {
        for (const file of readFolder(root, one, rules)) {
          if ("error" in file) yield { path: file.path, problem: file.error };
          // Read again by whoever serves it; here it tells whether the note hides itself.
          else if ((await inSteps(parseNote(file, rules))) !== undefined)
            yield { path: file.path, bytes: Uint8Array.from(file.bytes) };
        }
      }
    },
  };
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (cause) {
    throw unreadable(folder, "It does not exist or cannot be read", cause);
  }
}

function unreadable(folder: string, why: string, cause?: unknown): PdError {
  return new PdError("vault-unreadable", `"${escapeControls(folder)}" cannot be copied: ${why}`, {
    where: escapeControls(folder),
    fix: "Give a folder of markdown files of which every part can be read.",
    cause,
  });
}
