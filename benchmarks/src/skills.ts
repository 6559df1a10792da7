/**
 * What finding and invoking skills costs, beside the bare cost of their files and beside other libraries. Every line with a promise says
 * whether it is kept, and the command fails where one is not. Figures are medians of rounds in which all take turns; the page cache is warm.
 *
 *     tsx src/skills.ts [--peers <folder in which `npm install deepagents openskills` was run>]
 */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findFrontmatter } from "@pd/core/markdown";
import { SkillManager } from "@pd/skills";
import { parse } from "yaml";
import { type Bar, bars, figure, quick } from "./figures.js";
import { madeSkills } from "./skills-library.js";
import { tellRealSkills } from "./skills-real.js";

const SIZES = quick ? [100, 1000] : [100, 1000, 10_000];
const MEASURE = fileURLToPath(new URL("skills-process.ts", import.meta.url));
const peersAt = process.argv.indexOf("--peers");
const peersFolder = peersAt < 0 ? undefined : process.argv[peersAt + 1];

let failed = 0;

/** A line of figures and, where there is a promise, whether it is kept. */
function line(what: string, figures: string, kept?: boolean): void {
  if (kept === false) failed += 1;
  console.log(`${what.padEnd(46)} ${figures.padEnd(44)} ${kept === undefined ? "" : kept ? "pass" : "FAIL"}`.trimEnd());
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const FLOOR = "floor: walk and read heads";
const OURS = "pd discoverSync";
type Finder = (folder: string) => unknown;

const head = Buffer.allocUnsafe(4096);

/** Walk, open, read 4 KB, close; `use` gets the bytes. */
function eachHead(folder: string, use: (bytes: Buffer) => void): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const descriptor = openSync(`${folder}/${entry.name}/SKILL.md`, "r");
    const filled = readSync(descriptor, head, 0, 4096, 0);
    closeSync(descriptor);
    use(head.subarray(0, filled));
  }
}

function withYaml(bytes: Buffer): unknown {
  const fence = findFrontmatter(bytes, { complete: false });
  return fence.kind === "closed" ? parse(bytes.toString("utf8", fence.open, fence.close)) : undefined;
}

const managerOf = (folder: string) => new SkillManager({ projectDir: folder, personalDir: false });

async function finders(): Promise<ReadonlyMap<string, Finder>> {
  const all = new Map<string, Finder>([
    [FLOOR, (folder) => eachHead(folder, () => undefined)],
    [OURS, (folder) => managerOf(folder).discoverSync()],
    ["the same heads through yaml", (folder) => eachHead(folder, withYaml)],
  ]);
  const entry = peersFolder === undefined ? "" : join(peersFolder, "node_modules", "deepagents", "dist", "index.js");
  if (existsSync(entry)) {
    const { listSkills } = (await import(pathToFileURL(entry).href)) as { listSkills(of: object): unknown };
    all.set("deepagents listSkills", (projectSkillsDir) => listSkills({ projectSkillsDir }));
  } else console.log("deepagents: not measured (give --peers)");
  return all;
}

/** Medians in ms of CPU, all of them taking turns: others on the machine make clocks lie, and ratios of clocks more so. */
function takingTurns(all: ReadonlyMap<string, Finder>, folder: string, rounds: number): ReadonlyMap<string, number> {
  const times = new Map([...all.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, find] of all) {
      const before = process.cpuUsage();
      find(folder);
      const { user, system } = process.cpuUsage(before);
      times.get(name)?.push((user + system) / 1000);
    }
  }
  return new Map([...times].map(([name, spent]) => [name, median(spent)]));
}

async function discovery(): Promise<void> {
  const all = await finders();
  // Until the compiler has seen enough of each.
  for (let round = 0; round < 8; round += 1) for (const name of [FLOOR, OURS]) all.get(name)?.(madeSkills(1000));
  const perSkill = new Map<number, number>();
  for (const size of SIZES) {
    const folder = madeSkills(size);
    const rounds = size === 10_000 ? 9 : size === 1000 ? 21 : 61;
    console.log(`\n${size} skills, median of ${rounds} rounds, for those far above the floor of 3`);
    const near = new Map([...all].filter(([name]) => name === FLOOR || name === OURS));
    const times = takingTurns(near, folder, rounds);
    const slow = takingTurns(new Map([...all].filter(([name]) => !near.has(name))), folder, 3);
    const floor = times.get(FLOOR) ?? 0;
    const ours = (times.get(OURS) ?? 0) / floor;
    figure({
      what: `finding ${size.toLocaleString("en")} skills`,
      value: ours,
      unit: "×",
      against: "walking and reading their heads",
      atMost: 2,
    });
    if (size === 1000) drawFinding([...times, ...slow], floor);
    for (const [name, spent] of [...times, ...slow]) {
      const figures = `${spent.toFixed(1)} ms, ${((spent * 1000) / size).toFixed(1)} µs each, ${(spent / floor).toFixed(2)} × floor`;
      line(name, figures, name === OURS ? spent / floor <= 2 : undefined);
    }
    perSkill.set(size, (times.get(OURS) ?? 0) / size);
  }
  if (quick) return;
  const growth = (perSkill.get(10_000) ?? 0) / (perSkill.get(1000) ?? 1);
  line("growth: a skill among 10,000 against 1,000", `${growth.toFixed(2)} × (linear is 1)`, growth < 1.6);
}

function drawFinding(all: readonly (readonly [string, number])[], floor: number): void {
  const drawn = all.map(
    ([label, spent]): Bar => ({
      label,
      value: spent / floor,
      own: label === OURS,
      aim: label === OURS ? 2 : undefined,
    }),
  );
  bars({
    chart: "skills",
    title: "Finding 1,000 skills",
    unit: "processor time as a multiple of walking and reading their heads",
    better: "less",
    bars: drawn,
  });
}

/** The command-line peers start a process: so does pd, beside them. */
function listings(): void {
  const cli = peersFolder === undefined ? "" : join(peersFolder, "node_modules", "openskills", "dist", "cli.js");
  if (!existsSync(cli)) {
    console.log("openskills: not measured (give --peers)");
    return;
  }
  const folder = madeSkills(1000);
  const run = (program: readonly string[], cwd: string) => {
    const start = performance.now();
    spawnSync(process.execPath, [...program], { cwd, stdio: "ignore" });
    return performance.now() - start;
  };
  const times: Record<"bare" | "peer", number[]> = { bare: [], peer: [] };
  for (let round = 0; round < 5; round += 1) {
    times.bare.push(run(["-e", ""], folder));
    times.peer.push(run([cli, "list"], join(folder, "..", "..")));
  }
  line(
    "openskills list, 1,000 skills, fresh process",
    `${(median(times.peer) - median(times.bare)).toFixed(0)} ms above bare node`,
  );
}

interface Figures {
  readonly milliseconds: number;
  readonly bytesPerSkill: number;
  readonly totalBytes: number;
}

function inFreshProcess(task: string, folder: string): Figures {
  const options = ["--expose-gc", ...process.execArgv, MEASURE, task, folder];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: "utf8" })) as Figures;
}

function cold(): void {
  const folder = madeSkills(100);
  const times = Array.from({ length: 9 }, () => inFreshProcess("discover", folder).milliseconds);
  const best = Math.min(...times);
  const figures = `median ${median(times).toFixed(1)} ms, best ${best.toFixed(1)} ms (promise 100)`;
  line("FR-002 SC-001 100 skills in a fresh process", figures, median(times) < 100);
}

function memory(): void {
  const [plain, long] = [madeSkills(quick ? 1000 : 10_000), madeSkills(quick ? 200 : 2000, 10)];
  const found = inFreshProcess("discover", plain).bytesPerSkill;
  const longer = inFreshProcess("discover", long).bytesPerSkill;
  line(
    "FR-002 memory of a skill after discovery",
    `${found.toFixed(0)} bytes (promise 25,000; aim 1,000)`,
    found < 1000,
  );
  figure({ what: "memory of a skill after discovery", value: found, unit: "bytes", atMost: quick ? undefined : 1000 });
  line("the same with bodies ten times as long", `${longer.toFixed(0)} bytes`, longer < 1.2 * found + 100);
  const small = inFreshProcess("tenth", madeSkills(100)).totalBytes;
  line("SC-002 100 skills, 10 invoked", `${(small / 1000).toFixed(0)} KB (promise 3,000)`, small < 3_000_000);
  const used = inFreshProcess("tenth", madeSkills(1000)).totalBytes;
  const eager = inFreshProcess("eager", madeSkills(1000)).totalBytes;
  const saved = 100 * (1 - used / eager);
  const figures = `${(used / 1000).toFixed(0)} KB, eagerly ${(eager / 1000).toFixed(0)} KB: ${saved.toFixed(0)}% less (promise 80)`;
  figure({
    what: "memory of 1,000 skills, 100 invoked, saved",
    value: saved,
    unit: "%",
    against: "reading all",
    atLeast: 80,
  });
  line("SC-002 1,000 skills, 100 invoked", figures, saved >= 80);
}

/** Runs work so often that the clock can see it; µs each. */
function each(times: number, work: (number: number) => void): number {
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now();
    for (let number = 0; number < times; number += 1) work(number);
    return ((performance.now() - start) * 1000) / times;
  });
  return median(rounds);
}

function invocation(): void {
  const manager = managerOf(madeSkills(1000));
  const skills = manager.discoverSync();
  const nth = (number: number) => skills[number % skills.length]?.name ?? "";
  let call = 0;
  const first = each(200, () => {
    call += 1;
    manager.invokeSkillSync(nth(call), `file-${call}.pdf`);
  });
  line("SC-003 first invocation", `${first.toFixed(1)} µs (promise 25,000)`, first < 25_000);
  const name = nth(1);
  const path = skills[1]?.filePath ?? "";
  manager.invokeSkillSync(name, "x");
  const [bare, kept] = [each(20_000, () => statSync(path)), each(20_000, () => manager.invokeSkillSync(name, "x"))];
  const figures = `${kept.toFixed(2)} µs, ${(kept / bare).toFixed(2)} × statSync (promise 1,000 µs; aim 3 ×)`;
  figure({ what: "first invocation", value: first, unit: "µs", atMost: 25_000 });
  figure({ what: "kept invocation, file looked at", value: kept / bare, unit: "×", against: "statSync", atMost: 3 });
  line("SC-004 kept invocation, file looked at", figures, kept < 1000 && kept / bare <= 3);
  hitRate(manager, nth);
}

/** A stated workload: 2,000 calls over 20 of 1,000 skills, the n-th half as often as the one before, one of three arguments each. */
function hitRate(manager: SkillManager, nth: (number: number) => string): void {
  manager.clearCache();
  let seed = 5;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let call = 0; call < 2000; call += 1) {
    const rank = Math.min(19, Math.floor(-Math.log2(1 - random())));
    manager.invokeSkillSync(nth(rank), ["", "report.csv", "--all"][Math.floor(random() * 3)]);
  }
  const { hitRate: rate, size } = manager.getCacheStats();
  line(
    "FR-008 SC-005 hit rate on a stated workload",
    `${(100 * rate).toFixed(1)}%, ${size} entries (promise 80%)`,
    rate > 0.8,
  );
}

/** By the difference of two runs, so that what a process does anyway drops out. */
function systemCalls(): void {
  if (spawnSync("strace", ["-V"]).error !== undefined) {
    console.log("system calls: not measured (no strace)");
    return;
  }
  const count = (skills: number) => {
    const program = [process.execPath, "--expose-gc", ...process.execArgv, MEASURE, "discover", madeSkills(skills)];
    const { stderr } = spawnSync("strace", ["-f", "-c", "-U", "calls,name", "-e", "trace=%file,%desc", ...program], {
      encoding: "utf8",
    });
    const calls = stderr.split("\n").map((row) => /^\s*(\d+)\s+(\w+)\s*$/u.exec(row));
    const own = calls.filter(
      (row) =>
        row !== null &&
        /^(?:open|openat|read|pread64|close|stat|fstat|lstat|newfstatat|statx|getdents64|readlink)$/u.test(
          row[2] ?? "",
        ),
    );
    return own.reduce((sum, row) => sum + Number(row?.[1]), 0);
  };
  const perSkill = (count(3000) - count(1000)) / 2000;
  figure({ what: "system calls a skill in a flat folder", value: perSkill, unit: "", atMost: 4 });
  line("system calls a skill in a flat folder", `${perSkill.toFixed(2)} (aim 4)`, perSkill > 0 && perSkill <= 4);
}

await discovery();
listings();
console.log();
cold();
memory();
invocation();
systemCalls();
tellRealSkills();
if (failed > 0) {
  console.log(`\n${failed} promises were not kept in this run`);
  process.exitCode = 1;
}
