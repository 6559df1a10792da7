import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "../command.js";
import { shellWord } from "../terminal/safe-text.js";
import type { Parsed } from "./parse-arguments.js";
import { isFolder } from "./stray-words.js";

export interface Taken {
  readonly parsed: Parsed;
  /** What to tell: the word could have been meant as one to look for. */
  readonly notice?: string;
}

/** `/notes`, `./notes`, `../notes`, `~/notes`: written so, it is a place. */
const PLACE = /^(?:~|\.{0,2}\/|\.{1,2}\\)/u;

/**
 * `pd scan docs`, `pd search budget docs`: where the last word is a folder, it is the folder to read. `--vault` says it outright. A word that
 * is written as a place is one even where nothing is there: who opens it says so.
 */
export function takeLastFolder(
  { folder, words: most, options }: Pick<Command, "folder" | "words" | "options">,
  parsed: Parsed,
  workingFolder: string,
): Taken {
  const word = parsed.words.at(-1);
  const isEnough = parsed.words.length > 1 || folder === "alone";
  if (word === undefined || folder === undefined || !isEnough || parsed.options.has("vault")) return { parsed };
  const isThere = isFolder(word, workingFolder);
  // A note may be named by the path of its file.
  const isNote = folder === "after words" && existsSync(resolve(workingFolder, word));
  if (!isThere && (!PLACE.test(word) || isNote)) return { parsed };
  const taken = { words: parsed.words.slice(0, -1), options: new Map([...parsed.options, ["vault", [word]] as const]) };
  const isStray = most !== undefined && parsed.words.length > most;
  if (isStray || (isThere && /[/\\]|^\.+$/u.test(word))) return { parsed: taken };
  const hasQuery = options.some(({ name }) => name === "query");
  const instead = hasQuery
    ? `--query ${shellWord(parsed.words.join(" "))} looks for the words`
    : "--vault . keeps the word";
  return { parsed: taken, notice: `reading the folder ${shellWord(word)}; ${instead}` };
}

/** One bare word that found nothing may have been meant as a folder. */
export function missingFolder({ folder }: Pick<Command, "folder">, { words }: Parsed): string | undefined {
  const [word = ""] = words;
  if (folder !== "alone" || words.length !== 1 || word === "" || /\s/u.test(word)) return undefined;
  return `there is no folder ${shellWord(word)}`;
}
