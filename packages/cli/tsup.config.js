import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import base from "pd-tooling/tsup";
import { defineConfig } from "tsup";

/** As every package is built, but into a folder that this file empties. */
const plain = { .../** @type {import("tsup").Options} */ (base), clean: false };

/** What Node starts. Without splitting, which would rewrite its `import()`. @type {import("tsup").Options} */
const stub = {
  ...plain,
  entry: { bin: "src/bin.ts" },
  format: "cjs",
  splitting: false,
  outExtension: () => ({ js: ".js" }),
};

/**
 * A bundle is a script for `vm`, so that V8's code cache can be kept for it. It begins with a hash of itself: that is the name of its cache.
 * ASCII only: V8 keeps such a text at half the size, and it can be read without decoding.
 *
 * @param {string} name
 * @param {string} folder
 * @param {import("tsup").Options} more
 * @returns {import("tsup").Options}
 */
function bundle(name, folder, more = {}) {
  return {
    entry: { [name]: `src/${name}.ts` },
    format: "cjs",
    target: "node20",
    platform: "node",
    removeNodeProtocol: false,
    splitting: false,
    minify: true,
    clean: false,
    dts: false,
    silent: true,
    outExtension: () => ({ js: ".cjs" }),
    noExternal: [/^(?!jiti$|gpt-tokenizer)/],
    esbuildOptions: (options) => {
      options.charset = "ascii";
      options.legalComments = "none";
      options.conditions = ["@pd/source"];
    },
    onSuccess: async () => {
      const file = `${folder}/${name}.cjs`;
      // A script from a cache cannot import: it is handed a function that can.
      const code = readFileSync(file, "utf8").replace(/(?<![\w$.])import\(/g, "__import(");
      const hash = createHash("sha256").update(code).digest("hex").slice(0, 32);
      writeFileSync(
        file,
        `// ${hash}\n(function (module, require, __import) {var exports = module.exports;${code}\n})`,
      );
    },
    ...more,
  };
}

/**
 * The command line is `bin.js`, which does nothing but run bundles, and two of them: `main.cjs` finds the command and has the help,
 * `library.cjs` has all commands and core, and is loaded when one is called. All of it is CommonJS: starting the loader of ES modules
 * takes a fifth of what starting Node does, and only a configuration that is code needs it.
 *
 * @param {string} folder
 */
export function bundles(folder) {
  markAs("commonjs", folder);
  return [stub, bundle("main", folder, { esbuildPlugins: [libraryByRequire] }), bundle("library", folder)];
}

/** What Node takes the `.js` files of a folder for. @type {(type: "commonjs" | "module", folder: string) => void} */
function markAs(type, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, `${JSON.stringify({ type })}\n`);
}

/** The library is asked for by `require`, which is what keeps the code cache. */
const libraryByRequire = {
  name: "library",
  /** @param {Parameters<NonNullable<import("tsup").Options["esbuildPlugins"]>[number]["setup"]>[0]} build */
  setup(build) {
    build.onResolve({ filter: /\/library\.js$/ }, () => ({ path: "./library.cjs", external: true }));
    build.initialOptions.supported = { ...build.initialOptions.supported, "dynamic-import": false };
  },
};

export default defineConfig(() => {
  rmSync("dist", { recursive: true, force: true });
  markAs("module", "dist/module");
  return [{ ...plain, entry: { index: "src/module/index.ts" }, outDir: "dist/module" }, ...bundles("dist")];
});
