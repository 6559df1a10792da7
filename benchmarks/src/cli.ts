/**
 * What starting `pd` costs beside starting Node: every figure is a multiple of `node -e 0`, taken in turns with it in one run.
 * The least of all runs says what the work is; the median says what the machine made of it.
 *
 *     tsx src/cli.ts [notes] [rounds]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  readonly environment?: Readonly<Record<string, string>>;
  readonly aim?: number;
}

const query = [bin, "query", "token budget"];
const rows: readonly Row[] = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "an empty module", args: [module] },
  { name: "pd --version: and finding the command", args: [bin, "--version"] },
  { name: "pd --help", args: [bin, "--help"], aim: 1.3 },
  { name: "pd explain: and loading core", args: [bin, "explain", "orphan"] },
  { name: "pd query, no configuration", args: [...query, "--vault", vault, "--no-config"], aim: 2.5 },
  { name: "pd query, pd.config.json", args: query, aim: 2.5 },
  {
    name: "  the same, without code cache",
    args: [...query, "--vault", vault, "--no-config"],
    environment: { PD_NO_CODE_CACHE: "1" },
  },
  { name: "  the same, without snapshot", args: [...query, "--vault", vault, "--no-config", "--no-cache"] },
];

function run({ args, environment = {} }: Row): number {
  const env = { PATH: process.env["PATH"] ?? "", HOME: scratch, PD_CACHE_DIR: join(scratch, "cache"), ...environment };
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: scratch, env, encoding: "utf8" });
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return milliseconds;
}

const times = new Map(rows.map(({ name }) => [name, [] as number[]]));
try {
  // Twice before it counts: the first call writes the snapshot and the code cache.
  for (let round = -2; round < rounds; round += 1) {
    for (const row of rows) {
      const milliseconds = run(row);
      if (round >= 0) times.get(row.name)?.push(milliseconds);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const sorted = (name: string) => [...(times.get(name) ?? [])].sort((a, b) => a - b);
const least = (name: string) => sorted(name)[0] ?? 0;
const median = (name: string) => sorted(name)[rounds >> 1] ?? 0;
console.log(`${notes} notes, ${rounds} rounds, each row in turn; multiples of node -e 0`);
console.log(`${"".padEnd(40)}  least  median      ms`);
for (const { name, aim } of rows) {
  const ratios = [least(name) / least("node -e 0"), median(name) / median("node -e 0")];
  const [low, middle] = ratios.map((ratio) => ratio.toFixed(2).padStart(6));
  console.log(
    `${name.padEnd(40)} ${low}  ${middle}  ${median(name).toFixed(0).padStart(6)}${aim === undefined ? "" : `   aim ${aim}`}`,
  );
}
