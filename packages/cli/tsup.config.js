import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { elsewhereEntry, lightClock, modulesElsewhere, sealBundle, unpackedArrays } from "pd-tooling/bundle";
import base from "pd-tooling/tsup";
import { defineConfig } from "tsup";

/** As every package is built, but into a folder that this file empties. */
const plain = { .../** @type {import("tsup").Options} */ (base), clean: false };

/** What Node starts. Without splitting, which would rewrite its `import()`. @type {import("tsup").Options} */
const stub = {
  ...plain,
  entry: { bin: "src/bin.ts" },
  format: "cjs",
  minify: true,
  noExternal: [/^@pd\/core/],
  esbuildOptions: (options) => {
    options.conditions = ["@pd/source"];
  },
  splitting: false,
  outExtension: () => ({ js: ".js" }),
};

const core = join(dirname(createRequire(import.meta.url).resolve("@pd/core/package.json")), "src");
const ofCore = createRequire(join(core, "index.ts"));

/** The one for browsers: Node's also reports to `node:diagnostics_channel`, which takes a millisecond to load, and nobody listens. */
const LRU_CACHE = join(dirname(ofCore.resolve("lru-cache")), "../../esm/browser/index.min.js");

/** What a command that reads a vault as it was last time never comes to. */
const SELDOM = [
  "combine",
  "graph/index-builder",
  "graph/index-update",
  "markdown/frontmatter",
  "markdown/micromark-leaves",
  "node/atomic-write",
  "node/import-config",
  "o200k",
  "tool-description",
  "vault/body-pass",
  "vault/build-state",
  "vault/connect-notes",
  "vault/index-fields",
  "vault/link-resolver",
  "vault/parse-note",
  "vault/vault-quality",
  "vault/watch",
].map((name) => join(core, `${name}.ts`));

/** What only an input or a configuration needs that is not plainly right. */
const ZOD = join(dirname(ofCore.resolve("zod/mini")), "index.js");

/**
 * A bundle is a script for `vm`, so that V8's code cache can be kept for it.
 * ASCII only: V8 keeps such a text at half the size, and it can be read without decoding.
 *
 * @param {string} name
 * @param {string} folder
 * @param {import("tsup").Options & { readonly source?: string }} more `source` in place of a file of that name
 * @returns {import("tsup").Options}
 */
function bundle(name, folder, { source, ...more } = {}) {
  return {
    entry: source === undefined ? { [name]: `src/${name}.ts` } : ["src/main.ts"],
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
      options.alias = { "lru-cache": LRU_CACHE };
      options.define = { ...options.define, ...lightClock.define };
      options.banner = { js: lightClock.banner };
      if (source === undefined) return;
      delete options.entryPoints;
      options.stdin = { contents: source, resolveDir: import.meta.dirname };
      options.entryNames = name;
    },
    onSuccess: async () => sealBundle(`${folder}/${name}.cjs`),
    ...more,
  };
}

/** Messages of zod in fifty languages, of which none is shown here. @type {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]} */
const noLocales = {
  name: "no-locales",
  setup(build) {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export {};" }));
  },
};

const tokenTable = unpackedArrays({ module: /\/estimate-unpack\.ts$/, function: "loadTables", file: "tokens.bin" });

/**
 * The command line is `bin.js`, which does nothing but run bundles, and three of them: `main.cjs` finds the command and has the help,
 * `library.cjs` has all commands and core, and is loaded when one is called, `seldom.cjs` what few calls come to. All of it is CommonJS:
 * starting the loader of ES modules takes a fifth of what starting Node does, and only a configuration that is code needs it.
 * `tokens.bin` is the token counter's table.
 *
 * @param {string} folder
 */
export function bundles(folder) {
  markAs("commonjs", folder);
  return [
    stub,
    bundle("main", folder, { esbuildPlugins: [libraryByRequire] }),
    bundle("reading", folder, {
      esbuildPlugins: [
        libraryByRequire,
        modulesElsewhere(SELDOM, "./seldom.cjs"),
        modulesElsewhere([ZOD], "./schemas.cjs"),
        tokenTable,
      ],
    }),
    bundle("library", folder, {
      entry: { library: "src/whole.ts" },
      esbuildPlugins: [libraryByRequire, modulesElsewhere(SELDOM, "./seldom.cjs"), tokenTable],
    }),
    bundle("seldom", folder, { source: elsewhereEntry(SELDOM), esbuildPlugins: [tokenTable] }),
    bundle("schemas", folder, { source: elsewhereEntry([ZOD]), esbuildPlugins: [noLocales] }),
  ];
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
    build.onResolve({ filter: /\/library\.js$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./library.cjs", external: true } : undefined,
    );
    build.initialOptions.supported = { ...build.initialOptions.supported, "dynamic-import": false };
  },
};

export default defineConfig(() => {
  rmSync("dist", { recursive: true, force: true });
  markAs("module", "dist/module");
  return [{ ...plain, entry: { index: "src/module/index.ts" }, outDir: "dist/module" }, ...bundles("dist")];
});
