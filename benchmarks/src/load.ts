/**
 * What opening a vault costs beside the bare cost of its files: usable against reading them all, a warm start against `stat` of them all,
 * body terms and prices in MB/s. Each figure is the median of fresh processes, floors and pd taking turns; the page cache is warm.
 * The aims are of processor time, which counts all threads, the compiler's and the collector's too: on a machine that others use, the clock
 * says more about them.
 *
 *     tsx src/load.ts [notes] [rounds]
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openVault } from "@pd/core/vault";
import { bars, figure } from "./figures.js";
import { madeVault } from "./made-vault.js";

interface Measured {
  readonly milliseconds: number;
  readonly cpu: number;
  /** From usable to complete. */
  readonly completing?: { readonly milliseconds: number; readonly cpu: number };
  /** At the most, in MB. */
  readonly rss?: number;
}

const PHASES = ["readFileSync", "readFile", "open, read, close", "stat", "cold", "cold, partial", "warm"] as const;
type Phase = (typeof PHASES)[number];

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function stopwatch(): () => { readonly milliseconds: number; readonly cpu: number } {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { milliseconds: performance.now() - started, cpu: (user + system) / 1e3 };
  };
}

function timed(work: () => void): Measured {
  const elapsed = stopwatch();
  work();
  return elapsed();
}

async function measure(phase: Phase, folder: string, cache: string): Promise<Measured> {
  const opens = phase === "cold" || phase === "cold, partial" || phase === "warm";
  const files = opens ? [] : filesOf(folder);
  switch (phase) {
    case "readFileSync":
      return timed(() => files.forEach((file) => void readFileSync(file)));
    case "readFile": {
      const elapsed = stopwatch();
      await Promise.all(files.map((file) => readFile(file)));
      return elapsed();
    }
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
    case "cold, partial":
    case "warm": {
      if (phase === "cold") rmSync(cache, { recursive: true, force: true });
      const partial = phase === "cold, partial";
      const elapsed = stopwatch();
      const vault = await openVault(folder, { cache: partial ? false : cache, partial });
      const usable = elapsed();
      const elapsedSince = stopwatch();
      await vault.ready();
      const completing = elapsedSince();
      const rss = process.resourceUsage().maxRSS / 1e3;
      await vault.close();
      return { ...usable, completing, rss };
    }
  }
}

/** In multiples of reading all files, and of asking for the `stat` of all. */
const USABLE_AIM = 6;
const WARM_AIM = 2.5;

const [phase, folder, cache] = process.argv.slice(2);
if (phase !== undefined && folder !== undefined && cache !== undefined) {
  console.log(JSON.stringify(await measure(phase as Phase, folder, cache)));
} else {
  report(Number(phase ?? 10_000), Number(folder ?? 5));
}

function report(notes: number, rounds: number): void {
  const vault = madeVault(notes);
  const scratch = mkdtempSync(join(tmpdir(), "pd-load-"));
  const results = new Map<Phase, Measured[]>(PHASES.map((name) => [name, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of PHASES) results.get(name)?.push(inFreshProcess(name, vault, scratch));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const median = (name: Phase, of: (one: Measured) => number) =>
    (results.get(name) ?? []).map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const clock = (name: Phase) => median(name, ({ milliseconds }) => milliseconds);
  const cpu = (name: Phase) => median(name, (one) => one.cpu);
  const bytes = filesOf(vault).reduce((sum, file) => sum + statSync(file).size, 0);
  const line = (name: string, value: number, processor: number, note: string) =>
    console.log(
      `${name.padEnd(28)} ${value.toFixed(0).padStart(7)} ms ${processor.toFixed(0).padStart(7)} ms cpu   ${note}`,
    );
  const against = (name: Phase, floor: Phase, what: string, aim?: number) =>
    `${(clock(name) / clock(floor)).toFixed(1)} × ${what}, by cpu ${(cpu(name) / cpu(floor)).toFixed(1)}${aim === undefined ? "" : ` (aim ${aim})`}`;
  const [completing, completingCpu] = [
    median("cold", (one) => one.completing?.milliseconds ?? 0),
    median("cold", (one) => one.completing?.cpu ?? 0),
  ];
  const speed = (milliseconds: number) => (bytes / 1e3 / milliseconds).toFixed(0);
  const read = "readFileSync";
  console.log(`${notes} notes, ${(bytes / 1e6).toFixed(0)} MB, median of ${rounds} fresh processes`);
  line("read all (readFileSync)", clock(read), cpu(read), "the floor of a cold start");
  line("read all (promises)", clock("readFile"), cpu("readFile"), "what programs usually do");
  line("read all (open, read, close)", clock("open, read, close"), cpu("open, read, close"), "");
  line("stat all", clock("stat"), cpu("stat"), "the floor of a warm start");
  line("usable, cold", clock("cold"), cpu("cold"), against("cold", read, "reading", USABLE_AIM));
  line(
    "usable, partial search too",
    clock("cold, partial"),
    cpu("cold, partial"),
    against("cold, partial", read, "reading"),
  );
  line("body terms and prices", completing, completingCpu, `${speed(completing)} MB/s, by cpu ${speed(completingCpu)}`);
  line("warm, from the snapshot", clock("warm"), cpu("warm"), against("warm", "stat", "stat", WARM_AIM));
  const rss = median("cold", (one) => one.rss ?? 0);
  const size = `${notes.toLocaleString("en")} notes`;
  const reading = "reading all files";
  // In a small vault the start of everything is most of the time: the aims are for vaults that make one wait.
  const aimFor = (most: number | undefined) => (notes < 10_000 ? undefined : most);
  /** The aim is of what all threads took together; how long one waits stands beside it. */
  function ratio(what: string, [phase, floor]: readonly [Phase, Phase], against: string, aim?: number): number {
    const spent = cpu(phase) / cpu(floor);
    figure({ what: `${what}, ${size}, processor time`, value: spent, unit: "×", against, atMost: aimFor(aim) });
    figure({ what: `${what}, by the clock`, value: clock(phase) / clock(floor), unit: "×", against });
    return spent;
  }
  const usable = ratio("usable, cold", ["cold", read], reading, USABLE_AIM);
  ratio("with search in all but bodies", ["cold, partial", read], reading);
  figure({ what: "body terms and prices", value: bytes / 1e3 / completing, unit: "MB/s" });
  figure({ what: "body terms and prices, processor time", value: bytes / 1e3 / completingCpu, unit: "MB/s" });
  const warm = ratio("warm, from the snapshot", ["warm", "stat"], "stat of all files", WARM_AIM);
  figure({ what: `memory at the most, ${size}`, value: rss, unit: "MB", atMost: 512 });
  bars({
    chart: "load",
    title: `Opening a vault of ${size}`,
    unit: "processor time as a multiple of the bare cost of the files",
    better: "less",
    bars: [
      { label: "reading all files", value: 1 },
      { label: "pd: usable, cold", value: usable, own: true, aim: aimFor(USABLE_AIM) },
      { label: "stat of all files", value: 1 },
      { label: "pd: from its snapshot", value: warm, own: true, aim: aimFor(WARM_AIM) },
    ],
  });
  console.log(`memory at the most: ${median("cold", ({ rss }) => rss ?? 0).toFixed(0)} MB RSS (aim below 512)`);
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
