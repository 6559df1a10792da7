import { existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PdError } from "../../model/errors.js";
import { escapeControls } from "../../text/escape-controls.js";
import { foreignWriter } from "../foreign-writer.js";
import { isWithin, type WorkingTree } from "../working-tree.js";
import type { ConfigNotice } from "./config-trust.js";

/** In the order in which they are looked for: of two in one folder, the first counts. */
export const CONFIG_NAMES = ["pd.config.ts", "pd.config.js", "pd.config.mjs", "pd.config.json"] as const;

/** The nearest one, whatever it is called. */
export function findConfig({ folders }: WorkingTree): string | undefined {
  for (const folder of folders) {
    for (const name of CONFIG_NAMES) {
      const file = join(folder, name);
      if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    }
  }
  return undefined;
}

/** The one that somebody names. */
export function namedConfig(file: string): string {
  const shown = escapeControls(file);
  if (!existsSync(file)) throw unusable("There is no such configuration file", shown, "Check the path.");
  if (/\.(?:json|ts|js|mjs)$/.test(basename(file))) return file;
  throw unusable(
    "That is not a kind of configuration file",
    shown,
    "Give a file that ends in .ts, .js, .mjs or .json.",
  );
}

function unusable(message: string, where: string, fix: string): PdError {
  return new PdError("configuration-invalid", message, { where, fix });
}

/** Others beside it that are not looked at, because the first counts. */
export function shadowedBy(file: string): readonly string[] {
  const all = CONFIG_NAMES.map((name) => join(dirname(file), name));
  return all.filter((other) => other !== file && existsSync(other));
}

/** Why nothing of a file counts that was found, and the way out; nothing where it may be looked at. */
export function refusalOf(file: string, stats: Stats, shown: string): ConfigNotice | undefined {
  if (!isWithin(dirname(file), realpathSync.native(file))) {
    const fix = "Name the file that you mean: --config <file>.";
    return { message: `${shown} is a link to outside its folder, so it is not used`, fix };
  }
  switch (foreignWriter(stats)) {
    case "owner": {
      const fix = "Take it over with chown, or name it: --config <file>.";
      return { message: `${shown} belongs to another user, so it is not used`, fix };
    }
    case "mode": {
      const fix = "Run chmod go-w on it, or name it: --config <file>.";
      return { message: `${shown} can be written by other users, so it is not used`, fix };
    }
    case undefined:
      return undefined;
  }
}
