import { readFileSync } from "node:fs";
import { allCommands } from "./commands.js";
import type { ListedCommand } from "./help.js";

/** Beside the bundle: the list of commands as the build found it by running `--help --json` once. */
const WRITTEN = "commands.json";

/**
 * The commands of the command line itself in words. They are made from the operations, which takes as long to load as all the rest of a help; so
 * a bundle has them written down. Where there is no such file, as in the sources, they are made.
 */
export async function listedCommands(): Promise<readonly ListedCommand[]> {
  return written() ?? (await allCommands()).map(({ name, heading, summary }) => ({ name, heading, summary }));
}

function written(): readonly ListedCommand[] | undefined {
  try {
    return JSON.parse(readFileSync(new URL(WRITTEN, import.meta.url), "utf8")) as readonly ListedCommand[];
  } catch {
    return undefined;
  }
}
