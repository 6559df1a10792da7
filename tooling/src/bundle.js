import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** @typedef {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]} Plugin */

/**
 * Makes a built file a script for `runBundle`: a function of what it needs, after a comment with a hash of itself, which names its code
 * cache. A script from a cache cannot import: where it would, it calls a function that it is handed.
 *
 * @param {string} file
 */
export function sealBundle(file) {
  const code = readFileSync(file, "utf8").replace(/(?<![\w$.])import\(/g, "__import(");
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 32);
  const begin = "(function (module, require, __import, __dirname) {var exports = module.exports;";
  writeFileSync(file, `// ${hash}\n${begin}${code}\n})`);
}

/** Asks for a module without being asked again where it is. */
const ITSELF = Symbol("the module itself");

/**
 * Leaves modules out of a bundle, to be taken from another when something of them is used: what a short command never comes to, it need
 * not load. Only for modules of functions: one that must do something when it is imported does it later. The other bundle has copies of
 * what both need, so nothing may rest on there being one of a thing.
 *
 * @param {readonly string[]} modules the absolute paths of their sources
 * @param {string} other the other bundle, as `require` is asked for it
 * @returns {Plugin}
 */
export function modulesElsewhere(modules, other) {
  return {
    name: "modules-elsewhere",
    setup(build) {
      const elsewhere = `elsewhere, in ${other}`;
      const mayBeOne = mayNameOne(modules);
      build.onResolve({ filter: /./ }, async ({ path, pluginData, kind, importer, resolveDir, namespace }) => {
        if (path === other) return { path: other, external: true };
        if (pluginData === ITSELF || kind === "entry-point" || !mayBeOne(path, resolveDir)) return undefined;
        const real = await build.resolve(path, { importer, resolveDir, namespace, kind, pluginData: ITSELF });
        return modules.includes(real.path) ? { path: real.path, namespace: elsewhere } : undefined;
      });
      // Names are looked up when they are used, through a prototype that asks the other bundle for them.
      build.onLoad({ filter: /./, namespace: elsewhere }, ({ path }) => ({
        contents: `module.exports = Object.create(new Proxy({}, {
          get: (_, name) => require("${other}").m${modules.indexOf(path)}[name],
        }));`,
      }));
    },
  };
}

/**
 * Whether an import can lead to one of the modules, by its words alone: esbuild begins from nothing each time it is asked where one leads,
 * and asking it for all of them took most of the time of a build.
 *
 * @param {readonly string[]} modules
 * @returns {(path: string, folder: string) => boolean}
 */
function mayNameOne(modules) {
  const places = new Set(modules.flatMap((module) => [withoutEnding(module), dirname(module)]));
  const packages = new Set(modules.flatMap(packagesAround));
  return (path, folder) => {
    if (path.startsWith(".") || isAbsolute(path)) return places.has(withoutEnding(resolve(folder, path)));
    // What begins so is a name that a package has for something of its own.
    if (path.startsWith("#")) return true;
    return packages.has(/^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? "");
  };
}

/** @param {string} path */
function withoutEnding(path) {
  return path.replace(/\.[cm]?[jt]sx?$/, "");
}

/**
 * The names of the packages in whose folders a file lies.
 *
 * @param {string} file
 * @returns {readonly string[]}
 */
function packagesAround(file) {
  const folder = dirname(file);
  if (folder === file) return [];
  const manifest = join(folder, "package.json");
  const { name } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
  return [...(typeof name === "string" ? [name] : []), ...packagesAround(folder)];
}

/**
 * The source of the bundle that has those modules.
 *
 * @param {readonly string[]} modules
 */
export function elsewhereEntry(modules) {
  return modules.map((module, number) => `export * as m${number} from ${JSON.stringify(module)};`).join("\n");
}

/**
 * Reads typed arrays that a module would unpack at every start from a file beside the bundle, made when it is built.
 *
 * @param {{ readonly module: RegExp, readonly function: string, readonly file: string }} what
 *   the module by the path of its source; the one function it has, which gives an object of typed arrays; the file's name.
 *   The function may be given another that gives memory of so many bytes for them.
 * @returns {Plugin}
 */
export function unpackedArrays({ module, function: name, file }) {
  return {
    name: "unpacked-arrays",
    setup(build) {
      build.onLoad({ filter: module }, async ({ path }) => {
        const { outputFiles } = await build.esbuild.build({
          entryPoints: [path],
          bundle: true,
          format: "esm",
          write: false,
        });
        const [output] = outputFiles;
        const made = await import(
          `data:text/javascript;base64,${Buffer.from(output?.contents ?? "").toString("base64")}`
        );
        const arrays = Object.entries(/** @type {Record<string, Int32Array | Uint8Array>} */ (made[name]()));
        // The widest first: each then lies where it can be viewed.
        arrays.sort(([, one], [, other]) => other.BYTES_PER_ELEMENT - one.BYTES_PER_ELEMENT);
        const folder = build.initialOptions.outdir ?? dirname(build.initialOptions.outfile ?? "");
        mkdirSync(folder, { recursive: true });
        writeFileSync(
          join(folder, file),
          Buffer.concat(
            arrays.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength)),
          ),
        );
        return { contents: readerOf(arrays, { name, file }), resolveDir: dirname(path) };
      });
    },
  };
}

/**
 * @param {readonly [string, Int32Array | Uint8Array][]} arrays
 * @param {{ readonly name: string, readonly file: string }} names
 */
function readerOf(arrays, { name, file }) {
  let at = 0;
  const views = arrays.map(([field, array]) => {
    const view = `${JSON.stringify(field)}: new ${array.constructor.name}(bytes.buffer, bytes.byteOffset + ${at}, ${array.length})`;
    at += array.byteLength;
    return view;
  });
  // Numbers lie in the order of the machine that built this, which is that of nearly all; others turn them round.
  const wide = arrays
    .filter(([, { BYTES_PER_ELEMENT }]) => BYTES_PER_ELEMENT === 4)
    .map(([, { byteLength }]) => byteLength);
  const turned = wide.reduce((sum, length) => sum + length, 0);
  return `import { closeSync, openSync, readSync } from "node:fs";
export function ${name}(room = (size) => Buffer.allocUnsafeSlow(size)) {
  const bytes = room(${at});
  const descriptor = openSync(__dirname + "/${file}", "r");
  try {
    if (readSync(descriptor, bytes, 0, ${at}, 0) !== ${at}) throw new RangeError("${file} is not whole: install it again");
  } finally {
    closeSync(descriptor);
  }
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1) Buffer.from(bytes.buffer, bytes.byteOffset, ${turned}).swap32();
  return { ${views.join(", ")} };
}`;
}

/**
 * Options under which `performance` is a clock alone: the real one takes longer to load than a short command to run.
 *
 * @type {{ readonly define: Record<string, string>, readonly banner: string }}
 */
export const lightClock = {
  define: { performance: "__clock" },
  banner: "var __clock = { now: () => { const [s, n] = process.hrtime(); return s * 1e3 + n / 1e6; } };",
};
