/**
 * What a client of `pd-mcp` waits for: from the start of the process to its first tool result, against a bare `node -e 0`, and one `search`
 * over stdio against a tool on the same SDK that only says back what it is given. Medians; both sides take turns.
 *
 *     tsx src/mcp.ts [notes]
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { figure, quick } from "./figures.js";
import { madeVault } from "./made-vault.js";

const ROUNDS = quick ? 5 : 15;
const CALLS = quick ? 200 : 1000;

const manifest = createRequire(import.meta.url).resolve("@pd/mcp/package.json");
const bin = join(dirname(manifest), "dist", "bin.js");
const echo = fileURLToPath(new URL("mcp-echo.mjs", import.meta.url));

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
  close(): Promise<void>;
}

function connect(args: readonly string[], environment: NodeJS.ProcessEnv): Connection {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], env: environment });
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
    close: () =>
      new Promise((resolve) => {
        child.on("exit", () => resolve());
        child.stdin.end();
      }),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function starts(vault: string, environment: NodeJS.ProcessEnv) {
  const first = async () => {
    let connection: Connection | undefined;
    const milliseconds = await timed(() => {
      connection = connect([bin, vault, "--no-config"], environment);
      return connection.call("budget token");
    });
    await connection?.close();
    return milliseconds;
  };
  // The snapshot and the compiled code are there from the third start on.
  await first();
  await first();
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => spawnSync(process.execPath, ["-e", "0"])));
    ours.push(await first());
  }
  return { bare: median(bare), ours: median(ours) };
}

async function roundTrips(vault: string, environment: NodeJS.ProcessEnv) {
  const ours = connect([bin, vault, "--no-config"], environment);
  const theirs = connect([echo], environment);
  const times: Record<"ours" | "theirs", number[]> = { ours: [], theirs: [] };
  const query = (number: number) => `note ${number % 97} token budget`;
  for (let call = 0; call < CALLS / 2; call += 1) await Promise.all([ours.call(query(call)), theirs.call(query(call))]);
  for (let call = 0; call < CALLS; call += 1) {
    times.theirs.push(await timed(() => theirs.call(query(call))));
    times.ours.push(await timed(() => ours.call(query(call))));
  }
  await Promise.all([ours.close(), theirs.close()]);
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

const notes = Number(process.argv[2] ?? 1000);
const vault = madeVault(notes);
const cache = mkdtempSync(join(tmpdir(), "pd-mcp-cache-"));
const environment = { ...process.env, PD_CACHE_DIR: cache };
try {
  const start = await starts(vault, environment);
  const trip = await roundTrips(vault, environment);
  const first = start.ours / start.bare;
  figure({ what: `first tool result, ${notes} notes`, value: first, unit: "×", against: "node -e 0", atMost: 3 });
  figure({
    what: "search over stdio",
    value: trip.ours / trip.theirs,
    unit: "×",
    against: "an echo on the SDK",
    atMost: 2,
  });
  const ratio = (a: number, b: number) => (a / b).toFixed(2);
  console.log(`pd-mcp on ${notes} notes, medians of ${ROUNDS} starts and ${CALLS} calls`);
  console.log(`node -e 0             ${start.bare.toFixed(1)} ms`);
  console.log(
    `first tool result     ${start.ours.toFixed(1)} ms, ${ratio(start.ours, start.bare)} × node -e 0 (aim 3)`,
  );
  console.log(`an echo on the SDK    ${trip.theirs.toFixed(3)} ms`);
  console.log(`search                ${trip.ours.toFixed(3)} ms, ${ratio(trip.ours, trip.theirs)} × the echo (aim 2)`);
} finally {
  rmSync(cache, { recursive: true, force: true });
}
