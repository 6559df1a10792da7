import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { declarationsOf } from "./api-declaration.js";
import { sourceEntries } from "./entries.js";

/**
 * @typedef {import("./api-declaration.js").Declaration} Declaration
 * @typedef {{ name: string, file: string, declaration: Declaration }} PublicName `file` is relative to `src`, without its ending.
 * @typedef {{ path: string, names: PublicName[] }} EntryPoint `path` as in `exports`.
 * @typedef {{ file: string, declarations: Map<string, Declaration>, exported: Map<string, Elsewhere> }} Module
 * @typedef {{ from?: string, name: string }} Elsewhere where a name comes from: another file, or a name of this one
 */

/**
 * Every exported name of a package with its declaration, followed through re-exports to the file that declares it.
 *
 * @param {string} folder
 * @returns {EntryPoint[]}
 */
export function apiSurface(folder) {
  const read = createReader();
  const sources = join(folder, "src");
  return [...sourceEntries(folder)]
    .filter(([path]) => !path.startsWith("bin:"))
    .map(([path, source]) => {
      const entry = read(join(folder, source));
      const names = [...entry.exported.keys()].map((name) => {
        const { file, declaration } = declared(entry, name, read);
        return { name, file: relative(sources, file).replace(/\.[a-z]+$/, ""), declaration };
      });
      return { path, names };
    });
}

/**
 * @param {Module} module
 * @param {string} name
 * @param {(file: string) => Module} read
 * @returns {{ file: string, declaration: Declaration }}
 */
function declared(module, name, read) {
  const elsewhere = module.exported.get(name);
  const local = elsewhere?.name ?? name;
  if (elsewhere?.from !== undefined) return declared(read(elsewhere.from), local, read);
  const declaration = module.declarations.get(local);
  if (declaration === undefined) throw new Error(`${module.file} exports "${name}" and does not declare it`);
  return { file: module.file, declaration };
}

/** @returns {(file: string) => Module} */
function createReader() {
  /** @type {Map<string, Module>} */
  const known = new Map();
  return (file) => {
    const module = known.get(file) ?? readModule(file);
    known.set(file, module);
    return module;
  };
}

/**
 * @param {string} file
 * @returns {Module}
 */
function readModule(file) {
  const source = readFileSync(file, "utf8");
  const parsed = parseSync(file, source);
  if (parsed.errors[0]) throw new Error(`${file}: ${parsed.errors[0].message}`);
  /** @type {Map<string, Elsewhere>} */
  const imported = new Map();
  for (const { moduleRequest, entries } of parsed.module.staticImports) {
    const from = sourceFile(file, moduleRequest.value);
    if (from === undefined) continue;
    for (const { localName, importName } of entries) {
      imported.set(localName.value, { from, name: importName.name ?? "default" });
    }
  }
  /** @type {Map<string, Elsewhere>} */
  const exported = new Map();
  for (const { exportName, localName, importName, moduleRequest } of parsed.module.staticExports.flatMap(
    (statement) => statement.entries,
  )) {
    const name = exportName.name ?? "default";
    const from = moduleRequest ? sourceFile(file, moduleRequest.value) : undefined;
    const local = localName.name ?? name;
    exported.set(
      name,
      from === undefined ? (imported.get(local) ?? { name: local }) : { from, name: importName.name ?? name },
    );
  }
  return { file, declarations: declarationsOf(source, parsed), exported };
}

/**
 * The source behind an import of a file beside this one; nothing for a package.
 *
 * @param {string} importer
 * @param {string} specifier
 */
function sourceFile(importer, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  const built = join(dirname(importer), specifier);
  const source = built.replace(/\.js$/, ".ts");
  return existsSync(source) ? source : built;
}
