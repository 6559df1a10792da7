import { type NamePattern, namePattern } from "./name-pattern.js";

/** Folders that never hold notes of a person (R3.1). */
const ALWAYS = new Set([".git", "node_modules", "dist", "build", ".next", ".obsidian", ".trash"]);

/** Whether a path of a vault is left out. */
export interface Ignored {
  (path: string, isFolder: boolean): boolean;
  /** The text that it was read from. */
  readonly rules: string;
  /** What keeps rules from being followed, so that more is shown than somebody meant to. */
  readonly problem?: string | undefined;
}

/** The file that names what is left out. */
export const IGNORE_FILE = ".pdignore";

const MOST_LINES = 1000;

/** Any number of folders. */
const FOLDERS = "**";

interface Rule {
  readonly parts: readonly (NamePattern | typeof FOLDERS)[];
  /** Only from the top of the vault; otherwise anywhere below. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
  readonly keeps: boolean;
}

/** Reads a `.pdignore`: the rules of a `.gitignore`. `unreadable` says why there is no text of one that is there. */
export function createIgnore(text: string, unreadable?: string): Ignored {
  const lines = text.split(/\r?\n/u);
  const rules = lines.slice(0, MOST_LINES).flatMap((line) => parse(line) ?? []);
  const isLong = lines.slice(MOST_LINES).some((line) => parse(line) !== undefined);
  const problem = isLong ? `has more than ${MOST_LINES} lines, and the rest is passed over` : unreadable;
  const ignored = (path: string, isFolder: boolean) => {
    if (isFolder && ALWAYS.has(path.slice(path.lastIndexOf("/") + 1))) return true;
    if (rules.length === 0) return false;
    const parts = path.split("/");
    // The last rule that fits decides, as in a .gitignore.
    const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && fits(rule, parts));
    return last !== undefined && !last.keeps;
  };
  return Object.assign(ignored, { rules: text, problem });
}

function parse(line: string): Rule | undefined {
  let pattern = withoutBlanks(line);
  if (pattern === "" || pattern.startsWith("#")) return undefined;
  const keeps = pattern.startsWith("!");
  if (keeps) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith("/");
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  const names = pattern.replace(/^\//u, "").split("/");
  // No name is empty.
  if (names.includes("")) return undefined;
  return { parts: anchored ? partsOf(names) : names.map(namePattern), anchored, foldersOnly, keeps };
}

function partsOf(names: readonly string[]): Rule["parts"] {
  const parts: (NamePattern | typeof FOLDERS)[] = [];
  for (const name of names) {
    if (!/^\*{2,}$/u.test(name)) parts.push(namePattern(name));
    // Several one after the other mean no more than one, and would be as many places to look at each time.
    else if (parts.at(-1) !== FOLDERS) parts.push(FOLDERS);
  }
  // At the end it is all that is in a folder, and not the folder itself: `!` can take some of it back in.
  if (parts.at(-1) === FOLDERS) parts.push(() => true);
  return parts;
}

/** Blanks at the end mean nothing, unless there is a backslash before them. */
function withoutBlanks(line: string): string {
  const trimmed = line.trim();
  const isKept = /(?:^|[^\\])(?:\\\\)*\\$/u.test(trimmed) && line.trimStart().length > trimmed.length;
  return isKept ? `${trimmed} ` : trimmed;
}

function fits({ parts, anchored }: Rule, path: readonly string[]): boolean {
  const [first] = parts;
  if (!anchored) return typeof first === "function" && first(path.at(-1) ?? "");
  // reachable[i]: the first i parts of the pattern fit what was read of the path so far. `**` takes any number of folders.
  let reachable = closure(new Set([0]), parts);
  for (const name of path) {
    const next = new Set<number>();
    for (const at of reachable) {
      const part = parts[at];
      if (part === FOLDERS) next.add(at);
      else if (part?.(name) === true) next.add(at + 1);
    }
    reachable = closure(next, parts);
  }
  return reachable.has(parts.length);
}

function closure(states: Set<number>, parts: Rule["parts"]): Set<number> {
  for (const at of states) if (parts[at] === FOLDERS) states.add(at + 1);
  return states;
}
