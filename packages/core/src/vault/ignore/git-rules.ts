import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readContainedSync } from "../../files/contained-file.js";
import { workingTree } from "../../files/working-tree.js";
import { createPathRules, type PathRules } from "./path-rules.js";

/** What the `.gitignore` files of a repository leave out of a folder in it. */
export interface GitRules {
  leavesOut(path: string, isFolder: boolean): boolean;
  /** Reads the rules of a folder below, before it is listed. Tells whether rules from below the top apply in it. */
  enter(folder: string): boolean;
  /** The rules from the top and above. */
  readonly key: string;
}

const FILE = ".gitignore";
const MOST_BYTES = 1024 * 1024;

/** Nothing where the folder is in no repository. A `.gitignore` that cannot be read is none. */
export function readGitRules(root: string): GitRules | undefined {
  const tree = workingTree(root);
  if (!existsSync(join(tree.root, ".git"))) return undefined;
  const texts: string[] = [];
  /** The folder's own last: it decides before those above. */
  const above: { readonly prefix: string; readonly rules: PathRules }[] = [];
  for (const folder of tree.folders.toReversed()) {
    const text = textOf(join(folder, FILE));
    if (text === undefined) continue;
    texts.push(text);
    const rules = rulesOf(text);
    const prefix = relative(folder, root).split(sep).join("/");
    if (rules !== undefined) above.push({ prefix: prefix === "" ? "" : `${prefix}/`, rules });
  }
  const nested = new Map<string, PathRules>();

  function decides(path: string, isFolder: boolean): boolean | undefined {
    if (nested.size > 0)
      for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
        const decided = nested.get(path.slice(0, slash))?.(path.slice(slash + 1), isFolder);
        if (decided !== undefined) return decided;
      }
    for (let index = above.length - 1; index >= 0; index -= 1) {
      const { prefix, rules } = above[index]!;
      const decided = rules(prefix + path, isFolder);
      if (decided !== undefined) return decided;
    }
    return undefined;
  }

  return {
    leavesOut: (path, isFolder) => decides(path, isFolder) === true,
    enter(folder) {
      if (folder === "") return false;
      const text = nestedText(root, `${folder}/${FILE}`);
      const rules = text === undefined ? undefined : rulesOf(text);
      if (rules !== undefined) nested.set(folder, rules);
      for (let path = folder; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf("/"))))
        if (nested.has(path)) return true;
      return false;
    },
    key: JSON.stringify(texts),
  };
}

function rulesOf(text: string): PathRules | undefined {
  const rules = createPathRules(text);
  return typeof rules === "string" ? undefined : rules;
}

function textOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= MOST_BYTES ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function nestedText(root: string, path: string): string | undefined {
  if (!existsSync(join(root, path))) return undefined;
  try {
    return new TextDecoder().decode(readContainedSync(root, path, { maxBytes: MOST_BYTES }).bytes);
  } catch {
    return undefined;
  }
}
