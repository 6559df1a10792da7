import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { elsewhereEntry, lightClock, modulesElsewhere, sealBundle, unpackedArrays } from "pd-tooling/bundle";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const core = join(dirname(createRequire(import.meta.url).resolve("@pd/core/package.json")), "src");

const ofCore = createRequire(join(core, "index.ts"));

/** The one for browsers: Node's also reports to `node:diagnostics_channel`, which takes a millisecond to load, and nobody listens. */
const LRU_CACHE = join(dirname(ofCore.resolve("lru-cache")), "../../esm/browser/index.min.js");

/** What only an input or a configuration needs that is not plainly right. */
const ZOD = join(dirname(ofCore.resolve("zod/mini")), "index.js");

/** What a server that reads a vault as it was last time does not come to. */
const SELDOM = [
  "combine",
  "graph/index-builder",
  "graph/index-update",
  "markdown/frontmatter",
  "markdown/micromark-leaves",
  "node/atomic-write",
  "o200k",
  "tool-description",
  "vault/body-pass",
  "vault/build-state",
  "vault/connect-notes",
  "vault/index-fields",
  "vault/link-resolver",
  "vault/parse-note",
  "vault/vault-quality",
].map((name) => join(core, `${name}.ts`));

/** What is imported only when it is needed, and then from a file of its own: the SDK with its schemas, and the web server. */
const APART = ["full-protocol", "serve-http"];

const APART_ENTRY = ['import "no-compiling";', ...APART.map((name) => `export * from "./${name}.js";`)].join("\n");

/**
 * Makes what `pd-mcp` runs, because a client waits while it starts: `bin.js`, which does nothing but run the others; `main.cjs`, all that a client
 * needs that calls tools; `apart.cjs`, `schemas.cjs` and `seldom.cjs`, what few come to. They are scripts, because on Node 20 only a script can be compiled from
 * V8's cache; src/bin.ts says more.
 *
 * @param {string} folder where they, the token counter's table and the licences of what is in them are written
 */
export async function bundleMain(folder) {
  const tokenTable = unpackedArrays({ module: /\/estimate-unpack\.ts$/, function: "loadTables", file: "tokens.bin" });
  markAs("commonjs", folder);
  const configs = configApart();
  const files = [
    await script(folder, "main", {
      entryPoints: ["src/main.ts"],
      plugins: [
        apartByRequire,
        modulesElsewhere(SELDOM, "./seldom.cjs"),
        modulesElsewhere([ZOD], "./schemas.cjs"),
        tokenTable,
        configs.plugin,
      ],
    }),
    await script(folder, "apart", {
      stdin: { contents: APART_ENTRY, resolveDir: join(root, "src") },
      plugins: [modulesElsewhere(SELDOM, "./seldom.cjs"), tokenTable, configs.plugin, noLocales, noCompiling],
      // The SDK brings a validator of JSON schemas for what clients send; this server validates none, and need not load one.
      alias: { ...shared.alias, "@modelcontextprotocol/server/_shims": "./scripts/sdk-shims.js" },
    }),
    await script(folder, "schemas", {
      stdin: { contents: elsewhereEntry([ZOD]), resolveDir: root },
      plugins: [noLocales],
    }),
    await script(folder, "seldom", {
      stdin: { contents: elsewhereEntry(SELDOM), resolveDir: root },
      plugins: [tokenTable, configs.plugin],
    }),
    await build({ ...shared, entryPoints: ["src/bin.ts"], outfile: join(folder, "bin.js"), format: "cjs" }),
    await build({
      ...shared,
      entryPoints: [configs.source()],
      outfile: join(folder, "import-config.mjs"),
      format: "esm",
      banner: { js: REQUIRE },
    }),
  ];
  const inputs = files.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  writeFileSync(join(folder, "main.licenses.txt"), notices(inputs));
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {import("esbuild").BuildOptions} more
 */
async function script(folder, name, more) {
  const outfile = join(folder, `${name}.cjs`);
  const built = await build({
    ...shared,
    outfile,
    format: "cjs",
    define: { PD_VERSION: JSON.stringify(version), ...lightClock.define },
    banner: { js: lightClock.banner },
    // A script that is compiled from the cache cannot import: what is imported is required.
    supported: { "dynamic-import": false },
    ...more,
  });
  sealBundle(outfile);
  return built;
}

/** Messages of zod in fifty languages, of which none is shown here. @type {import("esbuild").Plugin} */
const noLocales = {
  name: "no-locales",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export {};" }));
  },
};

/**
 * Zod compiles each schema when it first parses with it, which pays after hundreds of calls. Over stdio a client waits for the first. It is asked when
 * a schema is made, so this is imported before the SDK.
 *
 * @type {import("esbuild").Plugin}
 */
const noCompiling = {
  name: "no-compiling",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^no-compiling$/ }, ({ path }) => ({ path, namespace: "setting", sideEffects: true }));
    onLoad({ filter: /./, namespace: "setting" }, () => ({
      contents: `import { config } from "zod/v4/core"; if (!process.argv.includes("--http")) config({ jitless: true });`,
      resolveDir: root,
    }));
  },
};

/** @type {import("esbuild").Plugin} */
const apartByRequire = {
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(?:${APART.join("|")})\\.js$`) }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./apart.cjs", external: true } : undefined,
    );
  },
};

/** A configuration that is code is loaded from a module beside, through src/bin.ts. */
function configApart() {
  /** @type {string[]} */
  const found = [];
  /** @type {import("esbuild").Plugin} */
  const plugin = {
    name: "import-config",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/import-config\.js$/ }, ({ resolveDir }) => {
        found.push(join(resolveDir, "import-config.ts"));
        return { path: "./import-config.mjs", external: true };
      });
    },
  };
  const source = () => {
    const [config] = found;
    if (config !== undefined) return config;
    throw new Error("core loads configurations in another way now: scripts/bundle.js has to follow");
  };
  return { plugin, source };
}

/**
 * What Node takes the `.js` files of a folder for.
 *
 * @param {"commonjs" | "module"} type
 * @param {string} folder
 */
function markAs(type, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type })}\n`);
}

/**
 * What is imported from this package lies beside: modules in one folder, their declarations in another.
 *
 * @param {string} folder
 */
function markModules(folder) {
  markAs("module", join(folder, "module"));
  markAs("module", join(folder, "types"));
  writeFileSync(join(folder, "module", "index.d.ts"), 'export * from "../types/module/index.js";\n');
}

/** Some of what is bundled into modules is CommonJS and asks for `require`. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** @type {import("esbuild").BuildOptions & { metafile: true }} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  conditions: ["@pd/source"],
  minify: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  external: ["gpt-tokenizer"],
  alias: { "lru-cache": LRU_CACHE },
};

/**
 * Makes the whole of `pd-mcp` in a folder, for tests that start it.
 *
 * @param {string} folder
 * @returns {Promise<string>} the file to run
 */
export async function bundleBin(folder) {
  await bundleMain(folder);
  return join(folder, "bin.js");
}

/**
 * Makes a program of a fixture, for tests that talk to another process.
 *
 * @param {string} entry
 * @param {string} folder
 * @returns {Promise<string>} the file to run
 */
export async function bundleFixture(entry, folder) {
  const outfile = join(folder, `${basename(entry, ".ts")}.mjs`);
  await build({ ...shared, entryPoints: [entry], outfile, format: "esm", minify: false, banner: { js: REQUIRE } });
  return outfile;
}

/**
 * The licences of everything that was bundled: those who wrote it ask for no more.
 *
 * @param {readonly string[]} inputs
 */
function notices(inputs) {
  const folders = new Set(
    // What is taken from another script has a word before its path.
    inputs
      .map((input) => relative(root, resolve(root, input.replace(/^.*:/, ""))))
      .flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\/(?!.*node_modules\/)/.exec(input)?.[1] ?? []),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const path = resolve(root, folder);
      const { name, version: its, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? "" : `\n\n${readFileSync(join(path, file), "utf8").trim()}`;
      return `${name} ${its}, ${license}${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, "dist");
  await bundleMain(folder);
  markModules(folder);
}
