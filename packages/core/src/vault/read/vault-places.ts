import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LoadedConfig } from "../../files/config/load-config.js";
import { workingTree } from "../../files/working-tree.js";
import { PdError } from "../../model/errors.js";
import type { PdConfig } from "../../ports/config.js";
import type { NamedFolder } from "../../ports/make-mounts.js";

/** Where a value comes from: the caller, the configuration file, what lies on disk, or the default. */
export type Origin = "given" | "config" | "found" | "default";

export interface Asked {
  readonly folders: readonly string[];
  readonly config: LoadedConfig | undefined;
  /** The configuration brings content of its own. */
  readonly hasContent: boolean;
  readonly workingFolder: string;
}

/** What tells a vault from any other folder. */
const VAULT_MARKS = [".obsidian", ".pdignore"] as const;

/** The folders that the caller names, else the configuration's, else the nearest one upward that looks like a vault, else the working folder. */
export function vaultPlaces({ folders, config, hasContent, workingFolder }: Asked): {
  readonly value: readonly NamedFolder[];
  readonly origin: Origin;
} {
  if (folders.length > 0) {
    if (folders.includes("")) throw unnamed();
    return { value: folders.map((folder) => ({ folder: resolve(workingFolder, folder) })), origin: "given" };
  }
  if (config?.config.vaults !== undefined) {
    return { value: config.config.vaults.map((vault) => namedFolder(config.folder, vault)), origin: "config" };
  }
  // Code that was not run may name any.
  if (config?.reading === "not-run") return { value: [], origin: "config" };
  if (hasContent) return { value: [], origin: "default" };
  if (config !== undefined) return { value: [{ folder: config.folder }], origin: "found" };
  const marked = workingTree(workingFolder).folders.find((folder) =>
    VAULT_MARKS.some((mark) => existsSync(join(folder, mark))),
  );
  return marked === undefined
    ? { value: [{ folder: workingFolder }], origin: "default" }
    : { value: [{ folder: marked }], origin: "found" };
}

/** A folder as a configuration names it: its path, or its path and an id. */
export function namedFolder(base: string, setting: NonNullable<PdConfig["vaults"]>[number]): NamedFolder {
  const { path, id } = typeof setting === "string" ? { path: setting } : setting;
  return { folder: resolve(base, path), id };
}

/** Mostly a variable that nobody set. To serve the working folder for it would show what nobody asked for. */
function unnamed(): PdError {
  const fix = "Give the path of a folder that holds markdown files, or . for this one.";
  return new PdError("vault-unreadable", "A folder of notes is given with an empty name", { where: "vault", fix });
}
