/** Folders that never hold notes of a person (R3.1). */
const ALWAYS = new Set([".git", "node_modules", "dist", "build", ".next", ".obsidian", ".trash"]);

/** Whether a path of a vault is left out. */
export interface Ignored {
  (path: string, isFolder: boolean): boolean;
  /** The text that it was read from. */
  readonly rules: string;
}

interface Rule {
  readonly parts: readonly string[];
  /** Only from the top of the vault; otherwise anywhere below. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
  readonly keeps: boolean;
}

/** Reads a `.pdignore`: the rules of a `.gitignore`. */
export function createIgnore(text: string): Ignored {
  const rules = text
    .split(/\r?\n/u)
    .slice(0, 1000)
    .flatMap((line) => parse(line) ?? []);
  const ignored = (path: string, isFolder: boolean) => {
    if (isFolder && ALWAYS.has(path.slice(path.lastIndexOf("/") + 1))) return true;
    if (rules.length === 0) return false;
    const parts = path.split("/");
    // The last rule that fits decides, as in a .gitignore.
    const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && fits(rule, parts));
    return last !== undefined && !last.keeps;
  };
  return Object.assign(ignored, { rules: text });
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

/**
 * `*` is any run of characters, `?` any one, `[a-z]` one of some, `\\` takes away the meaning of what follows. Goes back only to the
 * last star, so it takes no more than length × length steps.
 */
export function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  for (let index = 0; index < name.length; ) {
    const after = pattern[at] === "*" ? -1 : afterOne(pattern, at, name.charCodeAt(index));
    if (after < 0) {
      star = at;
      at += 1;
      from = index;
    } else if (after > at) {
      at = after;
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

/** Where the pattern goes on after one character that fits it at `at`; `at` itself where it does not fit. */
function afterOne(pattern: string, at: number, code: number): number {
  if (at >= pattern.length) return at;
  if (pattern[at] === "?") return at + 1;
  if (pattern[at] === "[") {
    const close = pattern.indexOf("]", at + (/^\[[!^]?\]/u.test(pattern.slice(at, at + 3)) ? 3 : 1));
    // One that is never closed is a bracket.
    if (close > 0) return isInClass(pattern.slice(at + 1, close), code) ? close + 1 : at;
  }
  const literal = pattern[at] === "\\" && at + 1 < pattern.length ? at + 1 : at;
  return pattern.charCodeAt(literal) === code ? literal + 1 : at;
}

function isInClass(written: string, code: number): boolean {
  const negated = written.startsWith("!") || written.startsWith("^");
  let found = false;
  for (let at = negated ? 1 : 0; at < written.length; at += 1) {
    const isRange = written[at + 1] === "-" && at + 2 < written.length;
    const last = isRange ? written.charCodeAt(at + 2) : written.charCodeAt(at);
    if (code >= written.charCodeAt(at) && code <= last) found = true;
    if (isRange) at += 2;
  }
  return found !== negated;
}
