// Each package as a stranger gets it: its tarball and core's, and nothing else of this repository, in an empty folder.
// There every entry point is type-checked and loaded, and the example in the README is type-checked and run; core's also bundled into one file. The whole program comes alone,
// and its commands are called.
// Usage: node scripts/install-test.mjs <folder with the packed tarballs>
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { firstExample } from "./readme-example.mjs";
import { root } from "./run.mjs";

const { scope } = JSON.parse(readFileSync(join(root, "publishing.json"), "utf8"));
const tarballs = resolve(process.argv[2] ?? ".");
const tsc = join(root, "packages/core/node_modules/.bin/tsc");
const typeRoots = [join(root, "packages/core/node_modules/@types")];

function packageNames() {
  return readdirSync(join(root, "packages"));
}

function tarballOf(name) {
  const file = readdirSync(tarballs).find((entry) => new RegExp(`^${scope.slice(1)}-${name}-\\d.*\\.tgz$`).test(entry));
  if (!file) throw new Error(`${tarballs} has no tarball of ${scope}/${name}`);
  return join(tarballs, file);
}

function must(what, command, args, cwd) {
  const shell = process.platform === "win32";
  const result = spawnSync(command, args, { cwd, encoding: "utf8", timeout: 180_000, shell });
  if (result.status !== 0) throw new Error(`${what}:\n${result.stdout}${result.stderr}${result.error ?? ""}`);
}

/** Bundles a program into one file, as those do who deploy one, and runs it where there is nothing beside it. */
function tryOneFile(folder, program) {
  const tsup = createRequire(join(root, "tooling/package.json")).resolve("tsup");
  const { buildSync } = createRequire(tsup)("esbuild");
  const alone = mkdtempSync(join(tmpdir(), "pd-one-file-"));
  try {
    const outfile = join(alone, "program.mjs");
    const entryPoints = [join(folder, program)];
    buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
    writeFileSync(join(alone, "note.md"), "# Note\n\nA token budget is a ceiling.\n");
    must("the README's example as one file", "node", [outfile], alone);
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
}

function typeCheck(folder, module, moduleResolution) {
  const compilerOptions = {
    target: "ES2023",
    module,
    moduleResolution,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    // The declarations themselves are what is tested here.
    skipLibCheck: false,
    typeRoots,
    types: ["node"],
    outDir: `out-${moduleResolution}`,
  };
  const file = `tsconfig.${moduleResolution}.json`;
  writeFileSync(join(folder, file), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  must(`types, ${moduleResolution}`, tsc, ["-p", file], folder);
}

/** Loads every entry; one that wants an optional peer may say so, because a stranger has not installed it. */
function entryPoints(installed) {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const paths = Object.keys(manifest.exports).filter((path) => path !== "./package.json");
  const specifiers = paths.map((path) => manifest.name + path.slice(1));
  const optional = Object.keys(manifest.peerDependenciesMeta ?? {});
  const peers = JSON.stringify(optional);
  const declaration = (path) => readFileSync(join(installed, manifest.exports[path].replace(/\.js$/, ".d.ts")), "utf8");
  const wantsPeer = (path) => optional.some((peer) => new RegExp(`from "${peer}["/]`).test(declaration(path)));
  const typed = paths.flatMap((path, index) => (wantsPeer(path) ? [] : [specifiers[index]]));
  const types = typed.map((specifier, index) => `import * as entry${index} from "${specifier}";`);
  const names = typed.map((_, index) => `entry${index}`);
  const load = `for (const specifier of ${JSON.stringify(specifiers)}) {
  await import(specifier).catch((error) => {
    if (!${peers}.some((peer) => error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(\`'\${peer}\`))) throw error;
  });
}
`;
  return { types: `${types.join("\n")}\nexport const entries = [${names.join(", ")}];\n`, load };
}

function tryPackage(name) {
  const folder = mkdtempSync(join(tmpdir(), `pd-install-${name}-`));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const files = [...new Set([tarballOf("core"), tarballOf(name)])];
    must("npm install", "npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...files], folder);
    const installed = join(folder, "node_modules", scope, name);
    const { types, load } = entryPoints(installed);
    const example = firstExample(readFileSync(join(installed, "README.md"), "utf8"));
    writeFileSync(join(folder, "entries.ts"), types);
    writeFileSync(join(folder, "load.mjs"), load);
    if (example) writeFileSync(join(folder, "example.ts"), example);
    typeCheck(folder, "nodenext", "nodenext");
    typeCheck(folder, "esnext", "bundler");
    must("loading its entry points", "node", ["load.mjs"], folder);
    if (example) must("the README's example", "node", ["out-nodenext/example.js"], folder);
    if (name === "core") tryOneFile(folder, "out-nodenext/example.js");
    return example ? "installed, type-checked, its example ran" : "installed, type-checked; no example yet";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The plugin's hook, as Claude Code calls it: with notes that answer, and without a folder of notes. */
function tryHook(folder) {
  if (process.platform === "win32") return;
  const hook = join(root, "distribution/claude-code/hooks/notes-before-prompt.mjs");
  const input = JSON.stringify({ prompt: "What is a token budget, is it a ceiling?" });
  const { PATH, HOME } = process.env;
  const call = (env) =>
    spawnSync("node", [hook], { cwd: folder, input, encoding: "utf8", env: { PATH, HOME, ...env } });
  const told = call({ PD_NOTES: folder });
  if (told.status !== 0 || !told.stdout.includes("A token budget is a ceiling"))
    throw new Error(`the hook:\n${told.stdout}${told.stderr}`);
  const silent = call({});
  if (silent.status !== 0 || silent.stdout !== "")
    throw new Error(`the hook without notes:\n${silent.stdout}${silent.stderr}`);
}

/** As `npm install @pd/pd` gives it: one tarball, and what its manifest names. */
function tryProgram() {
  const folder = mkdtempSync(join(tmpdir(), "pd-install-pd-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    must("npm install", "npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarballOf("pd")], folder);
    writeFileSync(join(folder, "note.md"), "# Note\n\nA token budget is a ceiling.\n");
    // Read by jiti, which is all that the program has beside itself.
    writeFileSync(join(folder, "pd.config.ts"), 'export default { vaults: ["."] as string[] };\n');
    const pd = join(folder, "node_modules/.bin/pd");
    const lines = [
      ["--version"],
      ["--help"],
      ["search", "budget", "--config", "pd.config.ts", "--json"],
      ["skill", "init", "my-skill", "--no-config"],
      ["skill", "validate", "--no-config"],
      ["mcp", "cost"],
      ["mcp", "config", "--client", "claude-code"],
      ["serve", "--help"],
      ["studio", "--help"],
    ];
    for (const line of lines) must(`pd ${line.join(" ")}`, pd, line, folder);
    tryHook(folder);
    return `installed, ${lines.length} commands ran, and the hook of the plugin`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tries = [...packageNames().map((name) => [name, () => tryPackage(name)]), ["pd", tryProgram]];
for (const [name, attempt] of tries) {
  try {
    console.log(`${scope}/${name}: ${attempt()}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`${scope}/${name}: FAILED at ${error.message}`);
  }
}
