import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The export condition under which a package in this repository is read from its sources. Never published. */
export const SOURCE_CONDITION = "@pd/source";

/**
 * The entry points of a package, from its manifest alone: what `exports` gives under the source condition, and for each
 * bin the source of the same name. So an entry point is added in package.json and nowhere else.
 *
 * @param {string} folder
 * @returns {Map<string, string>} export path (or `bin:name`) to source file, relative to the folder
 */
export function sourceEntries(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  /** @type {Map<string, string>} */
  const entries = new Map();
  for (const [path, target] of Object.entries(manifest.exports ?? {})) {
    const source = typeof target === "object" && target !== null ? target[SOURCE_CONDITION] : undefined;
    if (typeof source === "string") entries.set(path, source);
  }
  for (const [name, built] of Object.entries(manifest.bin ?? {})) {
    entries.set(
      `bin:${name}`,
      String(built)
        .replace(/^(\.\/)?dist\//, "./src/")
        .replace(/\.js$/, ".ts"),
    );
  }
  return entries;
}

/**
 * Built file names (without extension, relative to dist) to sources, as tsup wants them.
 *
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function buildEntries(folder) {
  return namedByFile([...sourceEntries(folder).values()]);
}

/**
 * The same without the bins.
 *
 * @param {string} folder
 */
export function exportEntries(folder) {
  return namedByFile([...sourceEntries(folder)].flatMap(([path, source]) => (path.startsWith("bin:") ? [] : [source])));
}

/**
 * @param {readonly string[]} sources
 * @returns {Record<string, string>}
 */
function namedByFile(sources) {
  return Object.fromEntries(sources.map((source) => [source.replace(/^\.\/src\//, "").replace(/\.ts$/, ""), source]));
}
