import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { importsOf } from "./imports.js";
import type { Tree } from "./tree.js";
import type { Manifest } from "./workspace.js";

/** The token counter reads its vocabulary from a file where there are files, in one place that does without them elsewhere. */
const LOOKED_UP = "node:fs";

/**
 * Why a program that starts at `entry` would need Node, following relative imports and the package's imports of itself.
 * What cannot be followed is a fault too: a rule that looks away where it cannot see proves nothing.
 */
export function nodeFaults(tree: Tree, entry: string): readonly string[] {
  const faults: string[] = [];
  let lookUps = 0;
  const seen = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const source = tree.get(path);
    if (source === undefined) {
      faults.push(`${path} does not exist`);
      continue;
    }
    for (const found of importsOf(path, source)) {
      if ("computed" in found) faults.push(`${path}: a computed import can reach anything`);
      else if (found.isOptional && found.specifier === LOOKED_UP && lookUps === 0) lookUps += 1;
      else if (isBuiltin(found.specifier)) faults.push(`${path}: imports "${found.specifier}"`);
      else waiting.push(...nextFile(tree, path, found.specifier));
    }
  }
  return faults;
}

function nextFile(tree: Tree, path: string, specifier: string): readonly string[] {
  if (specifier.startsWith(".")) return [sourceOf(tree, posix.join(posix.dirname(path), specifier))];
  const folder = path.split("/").slice(0, 2).join("/");
  const { name, exports } = JSON.parse(tree.get(`${folder}/package.json`) ?? "{}") as Manifest;
  if (!name || (specifier !== name && !specifier.startsWith(`${name}/`))) return [];
  const target = exports?.[`.${specifier.slice(name.length)}`];
  const file = typeof target === "object" ? target["@pd/source"] : target;
  return [posix.join(folder, file ?? `exports of ${specifier}`)];
}

/** Sources import the name of the built file; beside it in the tree lies the TypeScript one. */
function sourceOf(tree: Tree, path: string): string {
  const typescript = path.replace(/\.([cm]?)js$/, ".$1ts");
  return !tree.has(path) && tree.has(typescript) ? typescript : path;
}
