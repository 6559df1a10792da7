import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** What the doors serve: a folder of files. Where one of them is a `pd.config.mjs`, that says what is served. */
export interface Place {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links by path: where each leads. */
  readonly links?: Readonly<Record<string, string>>;
  /** Written over the files once the doors are open, which do not look again. */
  readonly later?: Readonly<Record<string, string>>;
}

/** A place on disk. */
export interface MadePlace {
  readonly folder: string;
  /** The configuration that says what is served, where there is one. The doors name it: one that is only found needs trust. */
  readonly config: string | undefined;
  /** Beside the folder, for what a door keeps: caches, session files. */
  readonly scratch: string;
  /** Doors keep a snapshot in `scratch`, and take one that they find there. */
  readonly keepsSnapshot: boolean;
  /** Writes what is to be there later. */
  change(): void;
  remove(): void;
}

const CONFIG = "pd.config.mjs";

export function makePlace({ name, files, links = {}, later = {} }: Place): MadePlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pd-conformance-")));
  const folder = join(root, name);
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  const scratch = join(root, "scratch");
  mkdirSync(scratch);
  return {
    folder,
    scratch,
    keepsSnapshot: false,
    change() {
      for (const [path, text] of Object.entries(later)) writeFileSync(join(folder, path), text);
    },
    config: Object.hasOwn(files, CONFIG) ? join(folder, CONFIG) : undefined,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const resolve = createRequire(import.meta.url).resolve;

/** The folder of a package, as it is built and shipped. */
export function builtFile(name: string, file: string): string {
  return join(dirname(resolve(`${name}/package.json`)), "dist", file);
}

/** As a configuration in a folder without `node_modules` imports it. */
export function builtModule(name: string, file = "index.js"): string {
  return pathToFileURL(builtFile(name, file)).href;
}
