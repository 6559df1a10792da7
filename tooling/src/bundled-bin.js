import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "tsup";
import { exportEntries } from "./entries.js";
import { thirdPartyNotices } from "./notices.js";
import tsup from "./tsup.js";

const base = /** @type {import("tsup").Options} */ (tsup);

/**
 * What stays outside a bundle: Node's own modules; jiti, which reads a `pd.config.ts`, and the driver of PostgreSQL, which few ever load; and the
 * API of OpenTelemetry, of which only the copy that its user has set up is of use.
 */
const EXTERNAL = [/^node:/, /^jiti$/, /^postgres$/, /^@opentelemetry\/api$/];

/** What the token counter reads lies beside the program, with its licence. */
const BESIDE = ["o200k.bin", "o200k.licenses.txt"];

/** @param {string} outDir */
function copyVocabulary(outDir) {
  const core = dirname(createRequire(join(process.cwd(), "package.json")).resolve("@pd/core/package.json"));
  for (const file of BESIDE) copyFileSync(join(core, "src/o200k", file), join(outDir, file));
}

/**
 * The same vocabulary as text is for runtimes without files, and a bin has none of those.
 *
 * @type {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]}
 */
const noTextVocabulary = {
  name: "no-text-vocabulary",
  setup(build) {
    build.onLoad({ filter: /\/o200k\/vocabulary\.data\.ts$/ }, () => ({
      contents: 'throw new Error("o200k.bin is missing beside the program"); export const VOCABULARY = "";',
    }));
  },
};

/**
 * The bin of a package with everything that it needs, core included: reading hundreds of files would take longer than all that it does. It is
 * split where the sources import with `import()`, so that a start reads what it needs.
 *
 * @type {import("tsup").Options}
 */
const bundledBin = {
  ...base,
  entry: { bin: "src/bin.ts" },
  clean: false,
  minify: true,
  // Packages give what they have for any runtime: ES modules without `require`. What is for Node alone is imported as `node:`.
  platform: "neutral",
  external: EXTERNAL,
  noExternal: [/^(?!node:|jiti$|postgres$|@opentelemetry\/api$)/],
  esbuildPlugins: [thirdPartyNotices, noTextVocabulary],
  esbuildOptions(options) {
    options.conditions = ["@pd/source"];
    options.mainFields = ["module", "main"];
    options.legalComments = "none";
  },
};

/**
 * Bundles programs as bins are, for tests and benchmarks that start them.
 *
 * @param {Record<string, string>} entry
 * @param {string} outDir
 */
export async function bundle(entry, outDir) {
  await build({ ...bundledBin, entry, outDir, config: false, onSuccess: async () => copyVocabulary(outDir) });
}

/** The list of commands as the program itself prints it, beside the program: its help then need not make it. */
function writeCommands() {
  const printed = execFileSync(process.execPath, ["dist/bin.js", "--help", "--json"], { encoding: "utf8" });
  writeFileSync("dist/commands.json", JSON.stringify(JSON.parse(printed).data.commands));
}

/**
 * For a program that composes packages: the bundled bin and nothing to import. What is needed at run time stands in its manifest.
 *
 * @param {() => void} copyBeside puts beside it what it reads from files
 */
export function wholeProgram(copyBeside) {
  return () => {
    rmSync("dist", { recursive: true, force: true });
    const onSuccess = async () => {
      copyVocabulary("dist");
      copyBeside();
      writeCommands();
    };
    return [{ ...bundledBin, onSuccess }];
  };
}

/**
 * For a package with a bin that is started often: what programs import, as every package is built, and the bundled bin beside it.
 *
 * @param {() => void} writeBeside puts beside the bin what it reads from files
 */
function withBin(writeBeside) {
  return () => {
    rmSync("dist", { recursive: true, force: true });
    const onSuccess = async () => {
      copyVocabulary("dist");
      writeBeside();
    };
    return [
      { ...base, entry: exportEntries(process.cwd()), clean: false },
      { ...bundledBin, onSuccess },
    ];
  };
}

/** For a package whose bin is a command line. */
export const commandLine = withBin(writeCommands);

export default withBin(() => undefined);
