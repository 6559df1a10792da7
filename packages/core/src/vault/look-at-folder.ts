import { type Dirent, existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { readContainedSync } from "../files/contained-file.js";
import { workingTree } from "../files/working-tree.js";
import type { Site } from "./dialects/site.js";
import type { LeftOutBy } from "./ignore/ignore.js";
import { type IgnoreOptions, readIgnore } from "./ignore/read-ignore.js";
import { MAX_NOTE_BYTES } from "./load/read-notes.js";
import { isNote } from "./load/walk.js";

/** What a folder is taken for, what is read of it, and what is left out and why. */
export interface FolderLook {
  /** In words, the most telling first: "an Obsidian vault", "a git repository", or "a folder of markdown". */
  readonly takenFor: readonly string[];
  /** How many files are read, by their ending. */
  readonly read: ReadonlyMap<string, number>;
  /** How many files and folders are left out by each rule, and one of them. A folder counts once, whatever it holds. */
  readonly leftOut: ReadonlyMap<LeftOutBy, { readonly count: number; readonly example: string }>;
  /** How many other files there are, by their ending; drawings and canvases among them. */
  readonly passedOver: ReadonlyMap<string, number>;
  /** The documentation site that it is, if it is one. */
  readonly site?: SiteLook | undefined;
}

/** Which site it is, what is served of it, and what is not. */
export interface SiteLook {
  readonly generator: string;
  /** The file that told it, relative to the folder; empty where the configuration of pd did. */
  readonly file: string;
  readonly version?: string | undefined;
  readonly language?: string | undefined;
  /** Versions and languages that are left out. */
  readonly otherVersions: readonly string[];
  readonly otherLanguages: readonly string[];
}

/** What tells a kind of folder, in its top folder. */
const MARKS: readonly (readonly [mark: string, kind: string])[] = [
  [".obsidian", "an Obsidian vault"],
  ["logseq/config.edn", "a Logseq graph"],
  [".foam", "a Foam workspace"],
  ["llms.txt", "a folder with an llms.txt"],
  ["CLAUDE.md", "a folder with instructions for agents"],
  ["AGENTS.md", "a folder with instructions for agents"],
];
/** What most of the notes of an export are called like. */
const EXPORTS: readonly (readonly [name: RegExp, kind: string])[] = [
  [/ [0-9a-f]{32}\.md$/u, "an export of Notion"],
  [/_\d{9,12}\.md$/u, "an export of Confluence"],
];
/** By what the first lines of its index say. */
const BUNDLE = "a bundle of the Open Knowledge Format";
const MOST_HEAD = 2000;
/** More are not looked at: it is a look. */
const MOST_ENTRIES = 200_000;

/** Looks at names, and at the files that say what is left out; of notes at the beginning of the first index alone. */
export function lookAtFolder(folder: string, options: IgnoreOptions = {}): FolderLook {
  const root = realpathSync.native(folder);
  const ignored = readIgnore(root, options);
  const read = new Map<string, number>();
  const passedOver = new Map<string, number>();
  const leftOut = new Map<LeftOutBy, { count: number; example: string }>();
  const waiting = [""];
  const exported = EXPORTS.map(() => 0);
  let entries = 0;
  for (let path = waiting.pop(); path !== undefined && entries < MOST_ENTRIES; path = waiting.pop()) {
    ignored.enter(path);
    for (const entry of list(join(root, path))) {
      entries += 1;
      const child = path === "" ? entry.name : `${path}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (!isFolder && !isNote(entry.name)) {
        if (!entry.name.startsWith(".")) add(passedOver, endingOf(entry.name));
        continue;
      }
      const reason = ignored.reason(child, isFolder);
      if (reason !== undefined) leftOut.set(reason, counted(leftOut.get(reason), isFolder ? `${child}/` : child));
      else if (isFolder) waiting.push(child);
      else if (entry.isFile()) {
        add(read, endingOf(entry.name));
        for (const [at, [name]] of EXPORTS.entries()) if (name.test(entry.name)) exported[at] = exported[at]! + 1;
      }
    }
  }
  const notes = [...read.values()].reduce((sum, count) => sum + count, 0);
  const exports = EXPORTS.filter((_, at) => 2 * exported[at]! > notes).map(([, kind]) => kind);
  const site = ignored.notes.site;
  const kinds = kindsOf(root, [...(site === undefined ? [] : [kindOf(site)]), ...exports]);
  return { takenFor: kinds, read, leftOut, passedOver, ...(site === undefined ? {} : { site: siteLook(site) }) };
}

/** `a Hugo site`, `an MDN site`. */
function kindOf({ dialect: { generator } }: Site): string {
  return `${/^(?:[AEIO]|MDN)/u.test(generator) ? "an" : "a"} ${generator} site`;
}

function siteLook({ dialect: { generator }, file, facts: { version, language, others } }: Site): SiteLook {
  const named = (kind: "version" | "language") => [
    ...new Set(others.filter((other) => other.kind === kind).map(({ name }) => name)),
  ];
  return {
    generator,
    file,
    version,
    language,
    otherVersions: named("version"),
    otherLanguages: named("language"),
  };
}

function kindsOf(root: string, exports: readonly string[]): readonly string[] {
  const marked = MARKS.filter(([mark]) => existsSync(join(root, mark))).map(([, kind]) => kind);
  const kinds = [...exports, ...(isBundle(root) ? [BUNDLE] : []), ...new Set(marked)];
  const tree = workingTree(root);
  if (existsSync(join(tree.root, ".git")))
    kinds.push(tree.root === root ? "a git repository" : "part of a git repository");
  return kinds.length === 0 ? ["a folder of markdown"] : kinds;
}

function isBundle(root: string): boolean {
  try {
    const { bytes } = readContainedSync(root, "index.md", { maxBytes: MAX_NOTE_BYTES });
    return /^---\r?\n(?:.*\r?\n)*?okf_version:/u.test(new TextDecoder().decode(bytes.subarray(0, MOST_HEAD)));
  } catch {
    return false;
  }
}

function counted(before: { count: number; example: string } | undefined, example: string) {
  return { count: (before?.count ?? 0) + 1, example: before?.example ?? example };
}

function add(counts: Map<string, number>, ending: string): void {
  counts.set(ending, (counts.get(ending) ?? 0) + 1);
}

function endingOf(name: string): string {
  return /(?:\.excalidraw)?\.[\p{L}\p{N}]{1,12}$/iu.exec(name)?.[0].toLowerCase() ?? "without an ending";
}

function list(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
