import { statSync } from "node:fs";
import { resolve } from "node:path";
import { escapeControls, PdError } from "@pd/core/messages";
import type { Command } from "../command.js";
import { shellWord } from "../terminal/safe-text.js";

/** A word too many is mostly a folder, by somebody who does not know of `--vault` yet: it must not be passed over in silence. */
export function refuseStrayWord(
  { name, words: most }: Pick<Command, "name" | "words">,
  words: readonly string[],
  workingFolder: string,
): void {
  const stray = most === undefined ? undefined : words[most];
  if (stray === undefined) return;
  const instead =
    most === 0
      ? "This command takes options only; --help lists them."
      : `pd ${name} takes one word; --help says which.`;
  throw new PdError("input-invalid", `"${escapeControls(stray.slice(0, 60))}" is one word too many`, {
    where: "the command line",
    fix: isFolder(stray, workingFolder) ? `Did you mean pd ${name} --vault ${shellWord(stray)}?` : instead,
  });
}

export function isFolder(word: string, workingFolder: string): boolean {
  if (word === "" || word.length > 1000 || word.includes("\0")) return false;
  try {
    return statSync(resolve(workingFolder, word), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
