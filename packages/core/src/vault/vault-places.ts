import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { PdError } from "../errors.js";
import type { LoadedConfig } from "../node/load-config.js";
import { workingTree } from "../node/working-tree.js";

/** What says that a value is in force: the caller, the configuration file, what lies on disk, or nobody. */
export type Origin = "given" | "config" | "found" | "default";

/** Where a vault is, and its id if somebody chose one. */
export interface VaultPlace {
  readonly folder: string;
  readonly id?: string | undefined;
}

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
  readonly value: readonly VaultPlace[];
  readonly origin: Origin;
} {
  if (folders.length > 0) {
    if (folders.includes("")) throw unnamed();
    return { value: folders.map((folder) => ({ folder: resolve(workingFolder, folder) })), origin: "given" };
  }
  if (config?.config.vaults !== undefined) {
    const settings = config.config.vaults.map((vault) => (typeof vault === "string" ? { path: vault } : vault));
    return { value: settings.map(({ path, id }) => ({ folder: resolve(config.folder, path), id })), origin: "config" };
  }
  if (hasContent) return { value: [], origin: "default" };
  if (config !== undefined) return { value: [{ folder: config.folder }], origin: "found" };
  const marked = workingTree(workingFolder).folders.find((folder) =>
    VAULT_MARKS.some((mark) => existsSync(join(folder, mark))),
  );
  return marked === undefined
    ? { value: [{ folder: workingFolder }], origin: "default" }
    : { value: [{ folder: marked }], origin: "found" };
}

/** Mostly a variable that nobody set. To serve the working folder for it would show what nobody asked for. */
function unnamed(): PdError {
  const fix = "Give the path of a folder that holds markdown files, or . for this one.";
  return new PdError("vault-unreadable", "A folder of notes is given with an empty name", { where: "vault", fix });
}
