import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readContainedSync } from "../../files/contained-file.js";
import { joinedPath } from "../links/link-resolver.js";

/** The files of a site, as far as its dialect has to look at them. */
export interface SiteFiles {
  /** Relative to the vault. */
  readonly folder: string;
  /** The text of the configuration file that told it. */
  readonly config: string;
  /** The text of a file of the site; nothing where there is none, or it is no text of a usual size. */
  text(path: string): string | undefined;
  /** The folders in a folder of the site, in order. */
  folders(path: string): readonly string[];
  /** The names of the files in it, in order. */
  names(path: string): readonly string[];
  /** A path of the site as one of the vault; nothing where it leads out of the vault. */
  inVault(path: string): string | undefined;
  /** What the user's configuration asks for. */
  readonly wanted: { readonly version?: string | undefined; readonly language?: string | undefined };
}

/** Longer than configurations that people write; redirects are lists of a line each. */
const MOST_BYTES = 512 * 1024;
const MOST_LISTED_BYTES = 8 * 1024 * 1024;

export function siteFiles(root: string, folder: string, wanted: SiteFiles["wanted"]): Omit<SiteFiles, "config"> {
  const within = (path: string) => joinedPath(folder, path);
  const list = (path: string): readonly Dirent[] => {
    const inside = within(path);
    try {
      return inside === undefined ? [] : readdirSync(join(root, inside), { withFileTypes: true });
    } catch {
      return [];
    }
  };
  const named = (path: string, isWanted: (entry: Dirent) => boolean) =>
    list(path)
      .filter(isWanted)
      .map(({ name }) => name)
      .sort();
  return {
    folder,
    wanted,
    text(path) {
      const inside = within(path);
      if (inside === undefined || lstatSync(join(root, inside), { throwIfNoEntry: false })?.isFile() !== true)
        return undefined;
      try {
        return new TextDecoder().decode(
          readContainedSync(root, inside, { maxBytes: path.includes("_redirects") ? MOST_LISTED_BYTES : MOST_BYTES })
            .bytes,
        );
      } catch {
        return undefined;
      }
    },
    folders: (path) => named(path, (entry) => entry.isDirectory()),
    names: (path) => named(path, (entry) => entry.isFile()),
    inVault: within,
  };
}
