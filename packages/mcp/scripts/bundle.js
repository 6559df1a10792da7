import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sealBundle, unpackedArrays } from "pd-tooling/bundle";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Makes what `pd-mcp` runs: everything in one file beside the stub that runs it, because a client waits while it starts. It is CommonJS, because on Node 20
 * only a script can be compiled from V8's cache; src/bin.ts says more.
 *
 * @param {string} folder where it, the token counter's table and the licences of what is in it are written
 */
export async function bundleMain(folder) {
  /** @type {string[]} */
  const apart = [];
  const { metafile: main } = await build({
    ...shared,
    entryPoints: ["src/main.ts"],
    outfile: join(folder, "main.cjs"),
    format: "cjs",
    define: { PD_VERSION: JSON.stringify(version) },
    // A script that is compiled from the cache cannot import: what is imported is required, and a configuration that is code is loaded from the
    // file beside it, through src/bin.ts.
    supported: { "dynamic-import": false },
    plugins: [
      unpackedArrays({ module: /\/estimate-unpack\.ts$/, function: "loadTables", file: "tokens.bin" }),
      {
        name: "import-config",
        setup({ onResolve }) {
          onResolve({ filter: /^\.\/import-config\.js$/ }, ({ resolveDir }) => {
            apart.push(join(resolveDir, "import-config.ts"));
            return { path: "./import-config.js", external: true };
          });
        },
      },
    ],
    // The SDK brings a validator of JSON schemas for what clients send; this server validates none, and need not load one.
    alias: { "@modelcontextprotocol/server/_shims": "./scripts/sdk-shims.js" },
  });
  sealBundle(join(folder, "main.cjs"));
  await build({
    ...shared,
    entryPoints: ["src/bin.ts"],
    outfile: join(folder, "bin.js"),
    format: "esm",
    metafile: true,
  });
  const [config] = apart;
  if (config === undefined)
    throw new Error("core loads configurations in another way now: scripts/bundle.js has to follow");
  const { metafile: other } = await build({
    ...shared,
    entryPoints: [config],
    outfile: join(folder, "import-config.js"),
    format: "esm",
    banner: { js: REQUIRE },
  });
  writeFileSync(join(folder, "main.licenses.txt"), notices([main, other].flatMap(({ inputs }) => Object.keys(inputs))));
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
};

/**
 * Makes the whole of `pd-mcp` in a folder, for tests that start it.
 *
 * @param {string} folder
 * @returns {Promise<string>} the file to run
 */
export async function bundleBin(folder) {
  await bundleMain(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
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
    inputs.flatMap(
      (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\/(?!.*node_modules\/)/.exec(input)?.[1] ?? [],
    ),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const path = join(root, folder);
      const { name, version: its, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? "" : `\n\n${readFileSync(join(path, file), "utf8").trim()}`;
      return `${name} ${its}, ${license}${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleMain(process.argv[2] ?? join(root, "dist"));
