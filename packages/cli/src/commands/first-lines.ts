import { basename, relative } from "node:path";
import { isPdError } from "@pd/core";
import { foldersFrom, notePaths, type ServedFolders } from "@pd/core/vault";
import type { Parsed } from "../arguments/parse-arguments.js";
import { counted } from "../render/figures.js";
import { mountOptions } from "../serving.js";
import type { Io } from "../terminal/io.js";
import { safeLine, shellWord } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { wrap } from "../terminal/width.js";

/** Files and folders that are looked at to say how many notes there are: nobody waits for a greeting. */
const LOOKED_AT = 20_000;

/** `pd` alone: what it is, what it would read here, and what to try. No note is read, and no code of a configuration is run. */
export async function printFirstLines({ line, style, width }: Screen, parsed: Parsed, io: Io): Promise<void> {
  const served = await foldersFrom({ ...mountOptions(parsed, io), look: true });
  const notes = served.folders.map((folder) => ({ folder, count: countIn(folder) }));
  const hasNotes = notes.some(({ count }) => count !== 0);
  const what = "pd reads folders of notes level by level, within a token budget.";
  const here = notes.map(({ folder, count }) => `${told(count)} in ${shown(folder, io.workingFolder)}`).join(", ");
  const tries = hasNotes
    ? ["pd scan", 'pd context "a question" --budget 2000']
    : ["pd scan --vault <folder>", "pd init"];
  const parts = [
    ["", what],
    ["Here: ", `${here === "" ? "what the configuration mounts" : here}${sourceOf(served)}.`],
    ["Try:  ", [...tries, "pd --help"].join("  ·  ")],
  ] as const;
  for (const [label, text] of parts) {
    const [first = "", ...rest] = wrap(text, Math.max(20, width - label.length));
    line(`${style.strong(label)}${first}`);
    for (const more of rest) line(`${" ".repeat(label.length)}${more}`);
  }
}

/** `undefined`: more than anybody wants to wait for. */
function countIn(folder: string): number | undefined {
  try {
    return notePaths(folder, LOOKED_AT).length;
  } catch (error) {
    if (!isPdError(error)) throw error;
    return undefined;
  }
}

function told(count: number | undefined): string {
  if (count === undefined) return `more than ${LOOKED_AT.toLocaleString("en")} files`;
  return count === 0 ? "no notes" : counted(count, "note");
}

function shown(folder: string, workingFolder: string): string {
  const path = relative(workingFolder, folder);
  return path === "" ? "this folder" : shellWord(safeLine(path.startsWith("..") ? folder : path));
}

function sourceOf({ origin, config }: ServedFolders): string {
  return origin === "config" && config !== undefined ? `, as ${safeLine(basename(config.file))} says` : "";
}
