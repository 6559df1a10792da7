/**
 * What opening a vault costs beside the bare cost of its files: usable against reading them all, a warm start against `stat` of them all,
 * body terms and prices in MB/s. Each figure is the median of fresh processes, floors and pd taking turns; the page cache is warm.
 *
 *     tsx src/load.ts [notes]
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openVault } from "@pd/core/vault";
import { madeVault } from "./made-vault.js";

interface Measured {
  readonly milliseconds: number;
  readonly more?: Readonly<Record<string, number>>;
}

const PHASES = ["readFileSync", "open, read, close", "stat", "cold", "warm"] as const;
type Phase = (typeof PHASES)[number];

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function timed(work: () => void): Measured {
  const start = performance.now();
  work();
  return { milliseconds: performance.now() - start };
}

async function measure(phase: Phase, folder: string, cache: string): Promise<Measured> {
  const files = phase === "cold" || phase === "warm" ? [] : filesOf(folder);
  switch (phase) {
    case "readFileSync":
      return timed(() => files.forEach((file) => void readFileSync(file)));
    case "open, read, close": {
      const buffer = Buffer.allocUnsafe(1 << 16);
      return timed(() => {
        for (const file of files) {
          const descriptor = openSync(file, "r");
          readSync(descriptor, buffer, 0, buffer.length, 0);
          closeSync(descriptor);
        }
      });
    }
    case "stat":
      return timed(() => files.forEach((file) => void statSync(file)));
    case "cold":
    case "warm": {
      if (phase === "cold") rmSync(cache, { recursive: true, force: true });
      const start = performance.now();
      const vault = await openVault(folder, { cache });
      const usable = performance.now() - start;
      await vault.ready();
      const ready = performance.now() - start;
      const rss = process.memoryUsage.rss() / 1e6;
      await vault.close();
      return { milliseconds: usable, more: { ready, rss } };
    }
  }
}

const [phase, folder, cache] = process.argv.slice(2);
if (phase !== undefined && folder !== undefined && cache !== undefined) {
  console.log(JSON.stringify(await measure(phase as Phase, folder, cache)));
} else {
  report(Number(phase ?? 10_000));
}

function report(notes: number): void {
  const vault = madeVault(notes);
  const scratch = mkdtempSync(join(tmpdir(), "pd-load-"));
  const rounds = 5;
  const results = new Map<Phase, Measured[]>(PHASES.map((name) => [name, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of PHASES) results.get(name)?.push(inFreshProcess(name, vault, scratch));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const median = (name: Phase, of = (one: Measured) => one.milliseconds) =>
    (results.get(name) ?? []).map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const bytes = filesOf(vault).reduce((sum, file) => sum + statSync(file).size, 0);
  const [reading, stating, cold, warm] = [median("readFileSync"), median("stat"), median("cold"), median("warm")];
  const ready = median("cold", ({ more }) => more?.["ready"] ?? 0);
  const line = (name: string, value: number, note: string) =>
    console.log(`${name.padEnd(28)} ${value.toFixed(0).padStart(7)} ms   ${note}`);
  console.log(`${notes} notes, ${(bytes / 1e6).toFixed(0)} MB, median of ${rounds} fresh processes`);
  line("read all (readFileSync)", reading, "the floor of a cold start");
  line("read all (open, read, close)", median("open, read, close"), "");
  line("stat all", stating, "the floor of a warm start");
  line("usable, cold", cold, `${(cold / reading).toFixed(1)} × reading (aim 3)`);
  line("body terms and prices", ready - cold, `${(bytes / 1e3 / (ready - cold)).toFixed(0)} MB/s (aim 40)`);
  line("warm, from the snapshot", warm, `${(warm / stating).toFixed(1)} × stat (aim 2)`);
  console.log(`memory when complete: ${median("cold", ({ more }) => more?.["rss"] ?? 0).toFixed(0)} MB`);
}

function inFreshProcess(name: Phase, vault: string, scratch: string): Measured {
  const output = execFileSync(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), name, vault, scratch],
    {
      encoding: "utf8",
    },
  );
  return JSON.parse(output) as Measured;
}
