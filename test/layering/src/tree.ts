import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files by path relative to the repository, `/` between the parts. Rules read this, so a made-up tree tests them. */
export type Tree = ReadonlyMap<string, string>;

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git", ".turbo", ".reports"]);
const TEXT = /\.(?:[cm]?[jt]sx?|json|md|yaml)$/;

/** The root's own files and every workspace's, built files included. */
export function treeOnDisk(root: string, folders: readonly string[]): Tree {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() && TEXT.test(entry.name)) tree.set(entry.name, readFileSync(join(root, entry.name), "utf8"));
  }
  for (const folder of folders) addFolder(tree, root, folder);
  return tree;
}

function addFolder(tree: Map<string, string>, root: string, folder: string): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) addFolder(tree, root, path);
    if (entry.isFile() && TEXT.test(entry.name)) tree.set(path, readFileSync(join(root, path), "utf8"));
  }
}

export function madeUpTree(files: Readonly<Record<string, string | object>>): Tree {
  return new Map(
    Object.entries(files).map(([path, text]) => [path, typeof text === "string" ? text : JSON.stringify(text)]),
  );
}
