/**
 * What a client of `pd-mcp` waits for, against a server on the same SDK with one tool that does nothing, bundled in the same way: from the start of
 * the process to its first tool result, by the clock and by processor time, and one `search` over stdio. The sides take turns. Processor time says
 * what the work is, also on a busy machine.
 *
 *     tsx src/mcp.ts [notes]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundle } from "pd-tooling/bundled-bin";
import { figure, quick } from "./figures.js";
import { madeVault } from "./made-vault.js";

const ROUNDS = quick ? 5 : 15;
const CALLS = quick ? 200 : 1000;

const HANDSHAKE = [
  {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "benchmark", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

interface Connection {
  /** A call, and its answer as it came. */
  call(query: string): Promise<string>;
  /** What the process has taken so far, in milliseconds of a processor. */
  processor(): number;
  close(): Promise<void>;
}

function connect(args: readonly string[], cache: string): Connection {
  // Nothing else of this environment: Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at every start, which takes longer than the start.
  const env = { PATH: process.env["PATH"] ?? "", HOME: cache, PD_CACHE_DIR: cache };
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], env });
  let waiting: ((line: string) => void) | undefined;
  let id = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.includes(`"id":${id}`) && id > 0) waiting?.(line);
  });
  child.stdin.write(HANDSHAKE.map((message) => `${JSON.stringify(message)}\n`).join(""));
  return {
    call(query) {
      id += 1;
      const params = { name: "search", arguments: { query } };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    processor: () => processorTime(child.pid),
    close: () =>
      new Promise((resolve) => {
        child.on("exit", () => resolve());
        child.stdin.end();
      }),
  };
}

/** Of all threads of a process, from Linux's own accounts; elsewhere there are none. */
function processorTime(pid: number | undefined): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

interface Side {
  readonly args: readonly string[];
  readonly clock: number[];
  readonly processor: number[];
}

async function start({ args, clock, processor }: Side, cache: string): Promise<void> {
  const started = performance.now();
  const connection = connect(args, cache);
  await connection.call("budget token");
  clock.push(performance.now() - started);
  processor.push(connection.processor());
  await connection.close();
}

async function starts(sides: readonly Side[], cache: string): Promise<void> {
  // Not counted: the first write the snapshot and, on Node 22 and later, what was compiled.
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const side of sides) await start(round < 0 ? { ...side, clock: [], processor: [] } : side, cache);
  }
}

async function roundTrips(sides: readonly Side[], cache: string): Promise<readonly number[]> {
  const connections = sides.map(({ args }) => connect(args, cache));
  const times: number[][] = sides.map(() => []);
  const query = (number: number) => `note ${number % 97} token budget`;
  for (let call = -CALLS / 2; call < CALLS; call += 1) {
    for (const [index, connection] of connections.entries()) {
      const started = performance.now();
      await connection.call(query(call + CALLS));
      if (call >= 0) times[index]?.push(performance.now() - started);
    }
  }
  await Promise.all(connections.map((connection) => connection.close()));
  return times.map(median);
}

const notes = Number(process.argv[2] ?? 1000);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const bin = join(dirname(createRequire(import.meta.url).resolve("@pd/mcp/package.json")), "dist", "bin.js");
// Inside this package, where its dependencies are found.
const bundled = here("../node_modules/.pd-mcp-empty");
await bundle({ empty: here("mcp-empty.ts") }, bundled);
const cache = mkdtempSync(join(tmpdir(), "pd-mcp-cache-"));
const ours: Side = { args: [bin, madeVault(notes), "--no-config"], clock: [], processor: [] };
const empty: Side = { args: [join(bundled, "empty.js")], clock: [], processor: [] };
try {
  await starts([empty, ours], cache);
  const [emptyTrip = 0, ourTrip = 0] = await roundTrips([empty, ours], cache);
  const against = "a server with one empty tool";
  const least = (of: "clock" | "processor") => Math.min(...ours[of]) / Math.min(...empty[of]);
  const middle = (of: "clock" | "processor") => median(ours[of]) / median(empty[of]);
  const what = `first tool result, ${notes} notes`;
  figure({ what, value: middle("clock"), unit: "×", against, atMost: 1.4 });
  figure({ what: `${what}, processor time`, value: middle("processor"), unit: "×", against, atMost: 1.4 });
  figure({ what: "search over stdio", value: ourTrip / emptyTrip, unit: "×", against, atMost: 2 });
  console.log(`pd-mcp on ${notes} notes, ${ROUNDS} starts and ${CALLS} calls; multiples of ${against}`);
  for (const of of ["processor", "clock"] as const) {
    const milliseconds = `${Math.min(...empty[of]).toFixed(0)} and ${Math.min(...ours[of]).toFixed(0)} ms`;
    console.log(
      `first tool result, ${of.padEnd(9)}  least ${least(of).toFixed(2)} (${milliseconds}), median ${middle(of).toFixed(2)}   aim 1.4`,
    );
  }
  console.log(
    `search                        median ${(ourTrip / emptyTrip).toFixed(2)} (${emptyTrip.toFixed(3)} and ${ourTrip.toFixed(3)} ms)   aim 2`,
  );
} finally {
  for (const folder of [cache, bundled]) rmSync(folder, { recursive: true, force: true });
}
