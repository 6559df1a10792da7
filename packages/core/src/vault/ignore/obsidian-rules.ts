import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { readContainedSync } from "../../files/contained-file.js";

/** What the settings of an Obsidian vault leave out. */
export interface ObsidianRules {
  leavesOut(path: string, isFolder: boolean): boolean;
  /** Tells these rules from others. */
  readonly key: string;
  /** A filter that cannot be followed: nobody knows what it was to hide. */
  readonly problem?: string | undefined;
}

const FOLDER = ".obsidian";
const MOST_BYTES = 1024 * 1024;
const LONGEST_FILTER = 500;

/** The settings that say where templates are: of Obsidian itself, of its daily notes, and of Templater. */
const TEMPLATES: readonly (readonly [file: string, setting: string])[] = [
  ["templates.json", "folder"],
  ["daily-notes.json", "template"],
  ["plugins/templater-obsidian/data.json", "templates_folder"],
];

/** Nothing where the folder is no Obsidian vault. Settings that cannot be read are none, as they are to Obsidian. */
export function readObsidianRules(root: string): ObsidianRules | undefined {
  if (lstatSync(join(root, FOLDER), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const filters = stringsOf(settingsIn(root, "app.json").get("userIgnoreFilters"));
  const templates = TEMPLATES.flatMap(([file, setting]) => stringsOf(settingsIn(root, file).get(setting)));
  const key = JSON.stringify([filters, templates]);
  const unsafe = filters.find((filter) => isPattern(filter) && !isSafe(filter));
  if (unsafe !== undefined) {
    const problem = `is beside "${FOLDER}/app.json", whose filter ${unsafe.slice(0, 80)} cannot be followed`;
    return { leavesOut: () => true, key, problem };
  }
  const tests = [...filters.map(filterTest), ...templates.filter((path) => path !== "" && path !== "/").map(below)];
  return { leavesOut: (path, isFolder) => tests.some((test) => test(path.normalize("NFC"), isFolder)), key };
}

type PathTest = (path: string, isFolder: boolean) => boolean;

/** As Obsidian has it: `/…/` is a pattern, anything else the beginning of a path. */
function filterTest(filter: string): PathTest {
  if (!isPattern(filter)) {
    const start = filter.normalize("NFC");
    return (path, isFolder) => `${path}${isFolder ? "/" : ""}`.startsWith(start);
  }
  try {
    const pattern = new RegExp(filter.slice(1, -1), "u");
    // A folder is looked into, whatever it is called: a pattern is about whole paths.
    return (path, isFolder) => !isFolder && pattern.test(path);
  } catch {
    return () => false;
  }
}

function below(folder: string): PathTest {
  const start = folder.normalize("NFC").replace(/^\/+|\/+$/gu, "");
  return (path) => path === start || path === `${start}.md` || path.startsWith(`${start}/`);
}

function isPattern(filter: string): boolean {
  return filter.length > 2 && filter.startsWith("/") && filter.endsWith("/");
}

/** Neither a repeated group with a repetition in it nor a reference back: what is tried on every path must end. */
function isSafe(filter: string): boolean {
  return filter.length <= LONGEST_FILTER && !/\([^()]*[*+{][^()]*\)[*+{]|\)\)[*+{]|\\[1-9k]/u.test(filter);
}

function settingsIn(root: string, file: string): ReadonlyMap<string, unknown> {
  const path = `${FOLDER}/${file}`;
  if (!existsSync(join(root, path))) return new Map();
  try {
    const { bytes } = readContainedSync(root, path, { maxBytes: MOST_BYTES });
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

function stringsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string" && one !== "") as string[];
}
