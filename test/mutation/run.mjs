// `npm run mutation [-- <part>…]`: breaks code in every small way, in a copy, and counts how often a test notices.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LEAST_PERCENT, TARGETS } from "./targets.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(import.meta.url);
const stryker = join(dirname(require.resolve("@stryker-mutator/core/package.json")), "bin", "stryker.js");
const runner = fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"));
const wanted = process.argv.slice(2);

/** A package as it is, with what it has installed, in a folder where it may be broken. */
function copied(name, into) {
  const from = join(root, "packages", name);
  const to = join(into, "packages", name);
  const unwanted = new Set(["node_modules", "dist", ".turbo", ".reports"].map((folder) => join(from, folder)));
  cpSync(from, to, { recursive: true, filter: (path) => !unwanted.has(path) });
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"));
  cpSync(join(root, "tsconfig.base.json"), join(into, "tsconfig.base.json"));
  return to;
}

function mutate(target, folder) {
  const tests = JSON.stringify(target.tests);
  writeFileSync(
    join(folder, "vitest.mutation.config.js"),
    `import base from "pd-tooling/vitest";\nexport default { ...base, test: { ...base.test, include: ${tests}, isolate: true, testTimeout: 60_000 } };\n`,
  );
  const settings = {
    mutate: Object.values(target.parts).flat(),
    testRunner: "vitest",
    plugins: [runner],
    vitest: { configFile: "vitest.mutation.config.js", related: false },
    inPlace: true,
    concurrency: 2,
    // By the clock, so generous: on a busy machine a slow run is not an endless one.
    timeoutMS: 90_000,
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: "mutation.json" },
    allowEmpty: false,
    ignoreStatic: false,
    symlinkNodeModules: false,
    checkers: [],
    tempDirName: ".stryker-tmp",
  };
  writeFileSync(join(folder, "stryker.json"), JSON.stringify(settings));
  const environment = { ...process.env, PD_PROPERTY_RUNS: "15" };
  const { status } = spawnSync(process.execPath, [stryker, "run", "stryker.json"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: environment,
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
  return JSON.parse(readFileSync(join(folder, "mutation.json"), "utf8"));
}

const NOTICED = new Set(["Killed", "Timeout"]);
const COUNTED = new Set([...NOTICED, "Survived", "NoCoverage"]);

/** How much of a part's breakage was noticed, and what was not. */
function outcome(part, files, report) {
  const mutants = files.flatMap((file) =>
    (report.files[file]?.mutants ?? []).map((mutant) => ({ ...mutant, file, source: report.files[file].source })),
  );
  const counted = mutants.filter(({ status }) => COUNTED.has(status));
  const survivors = counted.filter(({ status }) => !NOTICED.has(status));
  return { part, all: counted.length, percent: 100 * (1 - survivors.length / counted.length), survivors };
}

function told({ file, location, source, replacement, mutatorName, status }) {
  const line = source.split("\n")[location.start.line - 1]?.trim();
  const instead = String(replacement).replace(/\s+/g, " ").slice(0, 80);
  return `  ${file}:${location.start.line}:${location.start.column} ${mutatorName}${status === "NoCoverage" ? ", no test runs it" : ""}\n    ${line}\n    → ${instead}`;
}

const outcomes = [];
const isWanted = ([part]) => wanted.length === 0 || wanted.includes(part);
const chosen = TARGETS.map((target) => ({
  ...target,
  parts: Object.fromEntries(Object.entries(target.parts).filter(isWanted)),
})).filter(({ parts }) => Object.keys(parts).length > 0);
for (const target of chosen) {
  const scratch = mkdtempSync(join(tmpdir(), "pd-mutation-"));
  try {
    const report = mutate(target, copied(target.package, scratch));
    for (const [part, files] of Object.entries(target.parts)) outcomes.push(outcome(part, files, report));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
for (const { part, survivors } of outcomes) {
  if (survivors.length > 0) console.log(`\nNot noticed, ${part}:\n${survivors.map(told).join("\n")}`);
}
console.log("");
for (const { part, all, percent, survivors } of outcomes) {
  const verdict = percent >= LEAST_PERCENT ? "" : `, below ${LEAST_PERCENT}%`;
  console.log(
    `${part.padEnd(16)} ${percent.toFixed(1).padStart(5)}% of ${all} noticed, ${survivors.length} not${verdict}`,
  );
}
process.exitCode = outcomes.some(({ percent }) => percent < LEAST_PERCENT) ? 1 : 0;
