import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import type { Tree } from "./tree.js";

const SOURCE = /^packages\/[^/]+\/src\/.*\.[cm]?tsx?$/;

/**
 * Files that need each other to be loaded, as one line a cycle. Type-only imports vanish before anything runs, and dynamic ones wait until
 * they are reached: neither counts.
 */
export function valueCycles(tree: Tree): readonly string[] {
  const files = new Map([...tree].filter(([path]) => SOURCE.test(path)));
  const needs = new Map([...files].map(([path, source]) => [path, neededBy(path, source, files)]));
  const cycles: string[] = [];
  const done = new Set<string>();
  for (const start of needs.keys()) follow(start, [], { needs, done, cycles });
  return cycles;
}

interface Search {
  readonly needs: ReadonlyMap<string, readonly string[]>;
  readonly done: Set<string>;
  readonly cycles: string[];
}

function follow(path: string, way: readonly string[], search: Search): void {
  const before = way.indexOf(path);
  if (before >= 0) search.cycles.push([...way.slice(before), path].join(" → "));
  if (before >= 0 || search.done.has(path)) return;
  for (const next of search.needs.get(path) ?? []) follow(next, [...way, path], search);
  search.done.add(path);
}

function neededBy(path: string, source: string, files: ReadonlyMap<string, string>): readonly string[] {
  const { errors, module } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest === null || isType ? [] : [moduleRequest.value])),
  );
  return [...new Set([...imported, ...passedOn])].flatMap((specifier) => {
    if (!specifier.startsWith(".")) return [];
    const target = posix.join(posix.dirname(path), specifier).replace(/\.([cm]?)js$/, ".$1ts");
    return files.has(target) ? [target] : [];
  });
}
