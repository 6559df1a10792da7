/** Folders that never hold notes of a person (R3.1). */
const ALWAYS = new Set([".git", "node_modules", "dist", "build", ".next", ".obsidian", ".trash"]);

/** Whether a path of a vault is left out. */
export type Ignored = (path: string, isFolder: boolean) => boolean;

interface Rule {
  readonly parts: readonly string[];
  /** Only from the top of the vault; otherwise anywhere below. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
  readonly keeps: boolean;
}

/** Reads a `.pdignore`: the rules of a `.gitignore`, without character classes. */
export function createIgnore(text: string): Ignored {
  const rules = text
    .split(/\r?\n/u)
    .slice(0, 1000)
    .flatMap((line) => parse(line) ?? []);
  return (path, isFolder) => {
    if (isFolder && ALWAYS.has(path.slice(path.lastIndexOf("/") + 1))) return true;
    if (rules.length === 0) return false;
    const parts = path.split("/");
    // The last rule that fits decides, as in a .gitignore.
    const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && fits(rule, parts));
    return last !== undefined && !last.keeps;
  };
}

function parse(line: string): Rule | undefined {
  let pattern = line.trim();
  if (pattern === "" || pattern.startsWith("#")) return undefined;
  const keeps = pattern.startsWith("!");
  if (keeps) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith("/");
  const parts = pattern.split("/").filter((part) => part !== "");
  return parts.length === 0
    ? undefined
    : { parts, anchored: pattern.replace(/\/$/u, "").includes("/"), foldersOnly, keeps };
}

function fits({ parts, anchored }: Rule, path: readonly string[]): boolean {
  if (!anchored) return matchesName(parts[0] ?? "", path.at(-1) ?? "");
  // reachable[i]: the first i parts of the pattern fit what was read of the path so far. `**` takes any number of folders.
  let reachable = closure(new Set([0]), parts);
  for (const name of path) {
    const next = new Set<number>();
    for (const at of reachable) {
      const part = parts[at];
      if (part === undefined) continue;
      if (part === "**") next.add(at);
      else if (matchesName(part, name)) next.add(at + 1);
    }
    reachable = closure(next, parts);
  }
  return reachable.has(parts.length);
}

function closure(states: Set<number>, parts: readonly string[]): Set<number> {
  for (const at of states) if (parts[at] === "**") states.add(at + 1);
  return states;
}

/** `*` is any run of characters, `?` any one. Goes back only to the last star, so it takes no more than length × length steps. */
export function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      from = index;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[index])) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      index = from;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
