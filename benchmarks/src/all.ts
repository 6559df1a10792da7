/**
 * Runs every benchmark, one after the other, and writes what they report: RESULTS.md and charts/. A quick run writes below .reports/
 * instead, so that rough figures do not replace good ones.
 *
 *     npm run bench [-- --quick] [-- <name>…]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { barChart, lineChart } from "./chart.js";
import type { Reported } from "./figures.js";
import { machine, type Part, resultsPage } from "./results-page.js";

interface Benchmark {
  readonly name: string;
  readonly title: string;
  readonly args?: readonly string[];
  readonly quickArgs?: readonly string[];
}

const BENCHMARKS: readonly Benchmark[] = [
  { name: "evidence", title: "Evidence per token" },
  { name: "meaning", title: "Found in other words" },
  { name: "passages", title: "Ranking passages", args: ["10000"], quickArgs: ["1000"] },
  { name: "passage-calls", title: "Calls over passages", args: ["10000", "50000"], quickArgs: ["1000", "2000"] },
  { name: "ladder", title: "What each level costs" },
  { name: "advice", title: "Whether advice pays" },
  { name: "skill-catalogue", title: "A catalogue of skills in a prompt" },
  { name: "load", title: "Opening a vault", args: ["10000", "5"], quickArgs: ["1000", "2"] },
  { name: "search", title: "Search", args: ["10000"], quickArgs: ["1000"] },
  { name: "markdown", title: "Reading markdown" },
  { name: "frontmatter", title: "Reading frontmatter" },
  { name: "cli", title: "The command line", args: ["1000", "21"], quickArgs: ["1000", "2"] },
  { name: "mcp", title: "The MCP server", args: ["1000"] },
  { name: "http", title: "The web API" },
  { name: "prompt", title: "Prompts" },
  { name: "skills", title: "Skills" },
  { name: "skill-discovery", title: "Finding real skills" },
  { name: "skill-search", title: "Search over skills" },
  { name: "tokens", title: "The token counter" },
  { name: "growth", title: "How a vault grows", args: ["--large"] },
  { name: "shapes", title: "How work grows with what is between notes" },
];

const here = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2).filter((word) => word !== "--");
const quick = given.includes("--quick");
const names = given.filter((word) => !word.startsWith("-"));
const unknown = names.filter((name) => !BENCHMARKS.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}. There are: ${BENCHMARKS.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}
/** A benchmark that hangs must not keep the others from being run. */
const MOST_MINUTES = quick ? 3 : 30;

function run({ name, title, args = [], quickArgs = args }: Benchmark, scratch: string): Part {
  const words = quick ? quickArgs.filter((word) => word !== "--large") : args;
  const command = ["tsx", `src/${name}.ts`, ...words].join(" ");
  const file = join(scratch, `${name}.jsonl`);
  console.log(`\n=== ${title}: ${command}\n`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ["--import", "tsx", join(here, "src", `${name}.ts`), ...words], {
    cwd: here,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: MOST_MINUTES * 60_000,
    env: { ...process.env, PD_BENCH_FIGURES: file, ...(quick ? { PD_BENCH: "quick" } : {}) },
  });
  const reported = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return {
    title,
    command,
    seconds: (performance.now() - started) / 1000,
    failed: status !== 0,
    reported: reported.map((line) => JSON.parse(line) as Reported),
  };
}

function write(parts: readonly Part[], before: readonly string[]): string {
  const folder = quick || names.length > 0 ? join(here, ".reports") : here;
  mkdirSync(join(folder, "charts"), { recursive: true });
  for (const one of parts.flatMap(({ reported }) => reported)) {
    if (one.kind === "figure") continue;
    const drawn = one.kind === "bars" ? barChart(one) : lineChart(one);
    writeFileSync(join(folder, "charts", `${one.chart}.svg`), drawn);
  }
  writeFileSync(join(folder, "RESULTS.md"), resultsPage({ parts, machine: before, quick, charts: "charts" }));
  return quick || names.length > 0 ? "benchmarks/.reports/RESULTS.md" : "benchmarks/RESULTS.md";
}

const scratch = mkdtempSync(join(tmpdir(), "pd-bench-"));
try {
  const before = machine();
  const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const parts: Part[] = [];
  let place = "";
  for (const one of chosen) {
    parts.push(run(one, scratch));
    // After each: a run that is broken off has shown what it has shown.
    place = write(parts, before);
  }
  console.log(`\nWritten: ${place}, and charts beside it`);
  const broken = parts.filter(({ failed, reported }) => failed && reported.length === 0);
  for (const { title } of broken) console.error(`${title}: ended with an error and gave no figure`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
