/**
 * What starting `pd` costs beside starting Node: every figure is a multiple of `node -e 0`, taken in turns with it in one run.
 * Processor time says what the work is, also on a busy machine; time by the clock says what a person waits, and only on a quiet one:
 * a short process is done before it has to share, a longer one is not.
 *
 *     tsx src/cli.ts [notes] [rounds]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bars, figure } from "./figures.js";
import { madeVault } from "./made-vault.js";

const [notes = 1000, rounds = 21] = process.argv.slice(2).map(Number);
const vault = madeVault(notes);
const scratch = mkdtempSync(join(tmpdir(), "pd-cli-bench-"));
const bin = join(dirname(createRequire(import.meta.url).resolve("@pd/cli/package.json")), "dist", "bin.js");
const module = join(scratch, "empty.mjs");
writeFileSync(module, "");
writeFileSync(join(scratch, "pd.config.json"), JSON.stringify({ version: 1, vaults: [vault], budget: 4000 }));

interface Row {
  readonly name: string;
  readonly args: readonly string[];
  readonly aim?: number;
}

const query = [bin, "query", "token budget"];
/** Node 22 keeps what it compiled, but its bare start has less in it. */
const QUERY_AIM = Number(process.versions.node.split(".")[0]) >= 22 ? 4 : 3;
const rows: readonly Row[] = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "an empty module", args: [module] },
  { name: "pd --version: and finding the command", args: [bin, "--version"] },
  { name: "pd --help", args: [bin, "--help"], aim: 1.3 },
  { name: "pd explain: and loading core", args: [bin, "explain", "orphan"] },
  { name: "pd query, no configuration", args: [...query, "--vault", vault, "--no-config"], aim: QUERY_AIM },
  { name: "pd query, pd.config.json", args: [...query, "--config", "pd.config.json"], aim: QUERY_AIM },
  { name: "  the same, without snapshot", args: [...query, "--vault", vault, "--no-config", "--no-cache"] },
];

interface Taken {
  readonly clock: number;
  readonly processor: number;
}

/** Nothing else: Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at every start, which takes longer than the start. */
const environment = { PATH: process.env["PATH"] ?? "", HOME: scratch, PD_CACHE_DIR: join(scratch, "cache") };

function run(row: Row): Taken {
  const options = { cwd: scratch, env: environment, encoding: "utf8" } as const;
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, row.args, options);
  const clock = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${row.args.join(" ")} ended with ${status}: ${stderr}`);
  // The shell knows what its children took: user and system time, in the second line of `times`.
  const { stdout } = spawnSync(
    "bash",
    ["-c", '"$@" >/dev/null 2>&1; times', "bash", process.execPath, ...row.args],
    options,
  );
  const children = stdout.split("\n")[1] ?? "";
  const processor = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60e3 + Number(s) * 1e3,
    0,
  );
  return { clock, processor };
}

const times = new Map(rows.map(({ name }) => [name, [] as Taken[]]));
try {
  // Not counted: the first calls write the snapshot and, on Node 22 and later, what was compiled.
  for (let round = -3; round < rounds; round += 1) {
    for (const row of rows) {
      const taken = run(row);
      if (round >= 0) times.get(row.name)?.push(taken);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function ratiosOf(name: string, of: (taken: Taken) => number): { readonly least: number; readonly median: number } {
  const sorted = (row: string) => (times.get(row) ?? []).map(of).sort((a, b) => a - b);
  const [own, bare] = [sorted(name), sorted("node -e 0")];
  return { least: (own[0] ?? 0) / (bare[0] ?? 1), median: (own[rounds >> 1] ?? 0) / (bare[rounds >> 1] ?? 1) };
}

console.log(`${notes} notes, ${rounds} rounds, each row in turn; multiples of node -e 0, least and median`);
console.log(`${"".padEnd(40)}  processor      clock`);
for (const { name, aim } of rows) {
  const figures = [ratiosOf(name, ({ processor }) => processor), ratiosOf(name, ({ clock }) => clock)].map(
    ({ least, median }) => `${least.toFixed(2).padStart(6)} ${median.toFixed(2).padStart(5)}`,
  );
  console.log(`${name.padEnd(40)} ${figures.join(" ")}${aim === undefined ? "" : `   aim ${aim}`}`);
}

const medianOf = (name: string) => ratiosOf(name, ({ clock }) => clock).median;
for (const { name, aim } of rows.filter((row) => row.aim !== undefined)) {
  const processor = ratiosOf(name, (taken) => taken.processor).median;
  figure({ what: name, value: medianOf(name), unit: "×", against: "node -e 0", atMost: aim });
  figure({ what: `${name}, processor time`, value: processor, unit: "×", against: "node -e 0" });
}
bars({
  chart: "cli",
  title: `Starting pd, ${notes.toLocaleString("en")} notes`,
  unit: "time as a multiple of an empty Node process",
  better: "less",
  bars: rows
    .filter(({ name }) => !name.startsWith(" "))
    .map(({ name, aim }) => ({ label: name.split(":")[0]!, value: medianOf(name), own: name.startsWith("pd"), aim })),
});
