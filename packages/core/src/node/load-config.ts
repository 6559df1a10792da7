import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { type ConfigForm, type PdConfig, parseConfig } from "../config.js";
import { isPdError, PdError } from "../errors.js";
import { escapeControls } from "../escape-controls.js";
import { importConfig } from "./import-config.js";
import { jsonPlaces } from "./json-places.js";
import { readSmallFileSync } from "./small-file.js";
import { isWithin, type WorkingTree, workingTree } from "./working-tree.js";

/** In the order in which they are looked for: of two in one folder, the first counts. */
export const CONFIG_NAMES = ["pd.config.ts", "pd.config.js", "pd.config.mjs", "pd.config.json"] as const;

export interface LoadConfigOptions {
  /** Where the search begins. The process's working folder if it is not given. */
  readonly workingFolder?: string | undefined;
  /** A file to take instead of searching. */
  readonly file?: string | undefined;
}

export interface LoadedConfig {
  readonly file: string;
  /** What its paths are relative to. */
  readonly folder: string;
  readonly form: ConfigForm;
  readonly config: PdConfig;
  /** Others beside it that were not looked at, because the first counts. */
  readonly shadowed: readonly string[];
}

/** Larger than any configuration; what is larger is something else, and would take long to find faults in. */
const CONFIG_BYTES = 128 * 1024;

/**
 * Finds and loads `pd.config.{ts,js,mjs,json}`, from the working folder upward to the top of the repository or the home folder. Nothing where there is none.
 * Code is run only if it lies in that tree and belongs to this user; JSON may lie anywhere.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig | undefined> {
  const workingFolder = resolve(options.workingFolder ?? process.cwd());
  const tree = workingTree(workingFolder);
  const file = options.file === undefined ? findConfig(tree) : namedConfig(resolve(workingFolder, options.file));
  if (file === undefined) return undefined;
  const folder = dirname(file);
  const shown = escapeControls(relative(workingFolder, file) || file);
  const form: ConfigForm = extname(file) === ".json" ? "json" : "code";
  const config = form === "json" ? readJson(file, shown) : await runCode(file, { shown, tree });
  const shadowed = CONFIG_NAMES.map((name) => join(folder, name)).filter(
    (other) => other !== file && existsSync(other),
  );
  return { file, folder, form, config, shadowed };
}

/** The nearest one, whatever it is called. */
function findConfig({ folders }: WorkingTree): string | undefined {
  for (const folder of folders) {
    for (const name of CONFIG_NAMES) {
      const file = join(folder, name);
      if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    }
  }
  return undefined;
}

function namedConfig(file: string): string {
  const shown = escapeControls(file);
  if (!existsSync(file)) throw refused("There is no such configuration file", shown, "Check the path.");
  if (/\.(?:json|ts|js|mjs)$/.test(basename(file))) return file;
  throw refused("That is no kind of configuration file", shown, "Give a file that ends in .ts, .js, .mjs or .json.");
}

function readJson(file: string, shown: string): PdConfig {
  const text = readSmallFileSync(file, { maxBytes: CONFIG_BYTES, shown });
  const places = () => jsonPlaces(text, (line) => `${shown}:${line}`);
  return parseConfig(parsed(), { form: "json", where: (path) => `${shown}:${places().lineOf(path)}` });

  function parsed(): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      // Its own message has no line; walking through the text finds the same fault, and says where.
      places();
      throw new PdError("configuration-invalid", "This is no JSON", { where: shown, cause });
    }
  }
}

async function runCode(file: string, { shown, tree }: { readonly shown: string; readonly tree: WorkingTree }) {
  checkTrusted(file, { shown, tree });
  const value = await importConfig(file, shown);
  try {
    return parseConfig(value, { form: "code", where: () => shown });
  } catch (error) {
    if (isPdError(error)) throw error;
    // A getter or proxy in what the code exports may throw anything.
    throw new PdError("configuration-invalid", "The configuration cannot be read", { where: shown, cause: error });
  }
}

/** A folder above the working one may be writable for others: what they put there must not run. */
function checkTrusted(file: string, { shown, tree }: { readonly shown: string; readonly tree: WorkingTree }): void {
  const real = realpathSync.native(file);
  if (!isWithin(tree.root, real)) {
    throw refused(
      "A configuration that is code is run only from the working tree that you are in",
      shown,
      `Run from ${escapeControls(dirname(real))}, or use a pd.config.json.`,
    );
  }
  const user = process.getuid?.();
  const { uid } = statSync(real);
  const isAbove = dirname(file) !== tree.folders[0];
  if (isAbove && user !== undefined && uid !== user && uid !== 0) {
    throw refused(
      "A configuration above the working folder belongs to another user, so it is not run",
      shown,
      "Use --no-config, or take over the file.",
    );
  }
}

function refused(message: string, where: string, fix: string): PdError {
  return new PdError("configuration-invalid", message, { where, fix });
}
