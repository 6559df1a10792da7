import { readClass } from "./character-class.js";
import { type NamePattern, namePattern } from "./name-pattern.js";

/** Whether a path is left out (`true`), taken back in (`false`), or not spoken of. */
export type PathRules = (path: string, isFolder: boolean) => boolean | undefined;

/** How many rules there may be, and how many characters they may have together: each is asked of each file. Comments do not count. */
const MOST_RULES = 1000;
const MOST_CHARACTERS = 64 * 1024;

/** Any number of folders. */
const FOLDERS = "**";

interface Rule {
  readonly parts: readonly (NamePattern | typeof FOLDERS)[];
  /** Only from the top of the vault; otherwise anywhere below. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
  readonly keeps: boolean;
}

/** The lines of an ignore file that say something. */
export function ruleLines(text: string): readonly string[] {
  return composed(text)
    .split(/\r\n|[\r\n]/u)
    .map(withoutBlanks)
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Follows the rules of a `.gitignore`. What keeps them from being followed comes back in words. */
export function createPathRules(text: string | readonly string[]): PathRules | string {
  const lines = typeof text === "string" ? ruleLines(text) : text;
  if (lines.length > MOST_RULES) return `has ${lines.length} rules, and ${MOST_RULES} can be followed`;
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (length > MOST_CHARACTERS) return `has rules of ${length} characters, and ${MOST_CHARACTERS} can be followed`;
  const rules = lines.flatMap((line) => parse(line) ?? []);
  return (path, isFolder) => {
    if (rules.length === 0) return undefined;
    const parts = composed(path).split("/");
    // The last rule that fits decides.
    const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && fits(rule, parts));
    return last === undefined ? undefined : !last.keeps;
  };
}

/** A name may be composed in two ways and be the same: macOS writes one, most keyboards the other. */
function composed(text: string): string {
  return /[\u0080-\uffff]/.test(text) ? text.normalize("NFC") : text;
}

function parse(line: string): Rule | undefined {
  let pattern = line;
  const keeps = pattern.startsWith("!");
  if (keeps) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith("/");
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  const names = namesIn(pattern.replace(/^\//u, ""));
  // No name is empty.
  if (names.includes("")) return undefined;
  return { parts: anchored ? partsOf(names) : names.map(namePattern), anchored, foldersOnly, keeps };
}

/** The names between slashes. A slash in brackets parts nothing, and is in no name; one behind a backslash is a slash. */
function namesIn(pattern: string): readonly string[] {
  const names: string[] = [];
  let [begin, at, name, mayClose] = [0, 0, "", true];
  const take = (end: number) => {
    name += pattern.slice(begin, end);
    begin = end;
  };
  for (; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "[" && mayClose) {
      const end = readClass(pattern, at + 1)?.end;
      // Where one class is never closed, none behind it is.
      if (end === undefined) mayClose = false;
      else at = end - 1;
    } else if (character === "\\" && pattern[at + 1] !== "/") at += 1;
    else if (character === "\\") {
      take(at);
      begin = at + 1;
    } else if (character === "/") {
      take(at);
      names.push(name);
      [begin, name] = [at + 1, ""];
    }
  }
  take(pattern.length);
  return [...names, name];
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
