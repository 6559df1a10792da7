// What the web API costs beside the calls it makes: `tsx src/http.ts`. Its memory over 200,000 requests: `tsx src/http.ts --long`.
// Each server runs in a process of its own, the load in another; loopback only, bounded in count and time.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { figure, quick } from "./figures.js";
import { crowd, type Load, type LoadResult, load } from "./http-load.js";
import { madeVault } from "./made-vault.js";

const require = createRequire(import.meta.url);

const NOTES = 1000;
const CONNECTIONS = 50;
const ROUNDS = quick ? 1 : 5;
const SECONDS = quick ? 1 : 3;
const LONG_REQUESTS = 200_000;

const CALLS = [
  { operation: "scan", bodies: ['{"limit":20}'] },
  {
    operation: "search",
    // Several, so that no cache of one answer flatters a server.
    bodies: [
      "budget of a session",
      "token counter",
      "how links are resolved",
      "snapshot cache folder",
      "level",
      "prompt sections and tools",
      "errors with a fix",
    ].map((query) => JSON.stringify({ query, limit: 10 })),
  },
] as const;

type Kind = "pd" | "call" | "bytes";

const KINDS: ReadonlyMap<Kind, string> = new Map([
  ["pd", "@pd/http, as its bin serves it"],
  ["call", "(a) node:http, the same toolkit.call"],
  ["bytes", "(b) node:http, the same bytes"],
]);

interface Round extends LoadResult {
  /** What the server's process took for each request, in milliseconds: other work on the machine does not count into it. */
  readonly cpu: number;
}

interface Served {
  readonly kind: Kind;
  readonly port: number;
  readonly child: ChildProcess;
}

const [role, ...rest] = process.argv.slice(2);
if (role === "serve") await serveBare(rest[0] as Kind, rest[1] ?? "");
else if (role === "load") console.log(JSON.stringify(await load(JSON.parse(rest[0] ?? "{}") as Load)));
else if (role === "--long") await reportLong();
else await report();

/** The two servers to compare with. */
async function serveBare(kind: Kind, folder: string): Promise<void> {
  const vault = await openVault(folder, { cache: false });
  await vault.ready();
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const answers = new Map<string, string>();
  for (const { operation, bodies } of CALLS) {
    const [body = "{}"] = bodies;
    answers.set(operation, JSON.stringify(await toolkit.call(operation as string, JSON.parse(body))));
  }
  const write = (response: ServerResponse, text: string) =>
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const operation = request.url?.split("/").at(-1) ?? "";
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      if (kind === "bytes") return write(response, answers.get(operation) ?? "");
      return write(
        response,
        JSON.stringify(await toolkit.call(operation, JSON.parse(Buffer.concat(chunks).toString()))),
      );
    });
  };
  const server = createServer(listener).listen(0, "127.0.0.1", () => {
    console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

function started(kind: Kind, folder: string): Promise<Served> {
  const bin = join(dirname(require.resolve("@pd/http/package.json")), "dist/bin.js");
  const own = [...process.execArgv, fileURLToPath(import.meta.url), "serve", kind, folder];
  const args = kind === "pd" ? [bin, folder, "--port", "0", "--no-config", "--no-cache"] : own;
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve) => {
    // Its log is read and dropped, as a collector would read it.
    child.stdout.on("data", (text: Buffer) => {
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text.toString())?.[1];
      if (port !== undefined) resolve({ kind, port: Number(port), child });
    });
  });
}

async function isReady({ port }: Served): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/ready`);
  await response.body?.cancel();
  return response.ok;
}

/** In a process of its own, so that the load and the server do not share a thread. */
async function measured(options: Load): Promise<LoadResult> {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), "load", JSON.stringify(options)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
    });
    child.on("close", () => {
      try {
        resolve(JSON.parse(output) as LoadResult);
      } catch (error) {
        reject(error);
      }
    });
  });
}

async function reportLong(): Promise<void> {
  // A small vault: it is the server's memory that is looked at, and a long run has to end.
  const pd = await started("pd", madeVault(100));
  try {
    await flat(pd);
  } finally {
    pd.child.kill();
  }
}

async function report(): Promise<void> {
  const folder = madeVault(NOTES);
  const servers: Served[] = [];
  try {
    for (const kind of KINDS.keys()) servers.push(await started(kind, folder));
    const [pd] = servers;
    if (pd === undefined) return;
    while (!(await isReady(pd))) await pause(100);
    console.log(
      `${NOTES} notes, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s each, in turns`,
    );
    for (const call of CALLS) await compare(call, servers);
    await crowded(pd);
  } finally {
    for (const { child } of servers) child.kill();
  }
}

async function compare({ operation, bodies }: (typeof CALLS)[number], servers: readonly Served[]): Promise<void> {
  const path = `/api/skillgraph/${operation}`;
  const results = new Map<Kind, Round[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { kind, port, child } of servers) {
      const before = cpuMilliseconds(child.pid ?? 0);
      const load = await measured({ port, path, bodies, connections: CONNECTIONS, requests: 1e9, seconds: SECONDS });
      const result = { ...load, cpu: (cpuMilliseconds(child.pid ?? 0) - before) / load.requests };
      // The first is for warming up.
      if (round > 0) results.set(kind, [...(results.get(kind) ?? []), result]);
    }
  }
  const rate = (kind: Kind) => median(results.get(kind) ?? [], ({ requests, seconds }) => requests / seconds);
  const p99 = (kind: Kind) => median(results.get(kind) ?? [], (result) => result.p99);
  const cpu = (kind: Kind) => median(results.get(kind) ?? [], (result) => result.cpu);
  console.log(`\n${operation}`);
  for (const [kind, name] of KINDS) {
    const all = results.get(kind) ?? [];
    const errors = all.reduce((sum, result) => sum + result.errors, 0);
    const p50 = median(all, (result) => result.p50);
    console.log(
      `${name.padEnd(38)} ${rate(kind).toFixed(0).padStart(6)} requests/s   p50 ${p50.toFixed(1)} ms   p99 ${p99(kind).toFixed(1)} ms   ${cpu(kind).toFixed(2)} ms CPU each   ${errors} errors`,
    );
  }
  console.log(
    `requests/s: ${percent(rate("pd") / rate("call"))} of (a) (aim 70%), ${percent(rate("pd") / rate("bytes"))} of (b)`,
  );
  const bare = "node:http, the same call";
  figure({
    what: `${operation}, requests a second`,
    value: (100 * rate("pd")) / rate("call"),
    unit: "%",
    against: bare,
    atLeast: 70,
  });
  figure({ what: `${operation}, processor time a request`, value: cpu("pd") / cpu("call"), unit: "×", against: bare });
  figure({ what: `${operation}, p99`, value: p99("pd") / p99("call"), unit: "×", against: bare, atMost: 2 });
  console.log(`CPU: ${(cpu("pd") / cpu("call")).toFixed(2)} × (a)'s`);
  console.log(`p99: ${(p99("pd") / p99("call")).toFixed(2)} × (a)'s (aim 2)`);
}

/** 2,000 connections that say nothing and 200 that say it slowly, beside 50 that work; in turns with and without them. */
async function crowded({ port, child }: Served): Promise<void> {
  const [{ bodies }] = CALLS;
  const options = {
    port,
    path: "/api/skillgraph/scan",
    bodies,
    connections: CONNECTIONS,
    requests: 1e9,
    seconds: SECONDS,
  };
  const round = async (): Promise<Round> => {
    const before = cpuMilliseconds(child.pid ?? 0);
    const result = await measured(options);
    return { ...result, cpu: (cpuMilliseconds(child.pid ?? 0) - before) / result.requests };
  };
  const alone: Round[] = [];
  const beside: Round[] = [];
  const open: number[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    alone.push(await round());
    const others = crowd(port, { idle: 2000, slow: 200 });
    // A server that is busy accepts them one by one.
    for (let tries = 0; others.open() < 2200 && tries < 50; tries += 1) await pause(100);
    open.push(others.open());
    beside.push(await round());
    others.close();
    await pause(500);
  }
  const rate = (all: readonly Round[]) => median(all, ({ requests, seconds }) => requests / seconds);
  const errors = beside.reduce((sum, result) => sum + result.errors, 0);
  figure({
    what: "scan beside 2,000 idle and 200 slow connections",
    value: (100 * rate(beside)) / rate(alone),
    unit: "%",
    against: "requests a second without them",
  });
  figure({ what: "errors beside them", value: errors, unit: "", atMost: 0 });
  console.log(`\n2,000 idle and 200 slow connections, ${open.join(", ")} of them open when the load begins`);
  console.log(
    `scan beside them: ${rate(beside).toFixed(0)} requests/s, ${percent(rate(beside) / rate(alone))} of without; ` +
      `p99 ${median(beside, ({ p99 }) => p99).toFixed(1)} ms (${median(alone, ({ p99 }) => p99).toFixed(1)} without); ` +
      `${median(beside, ({ cpu }) => cpu).toFixed(2)} ms CPU each (${median(alone, ({ cpu }) => cpu).toFixed(2)} without); ${errors} errors`,
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** 200,000 requests in ten parts: the memory after each. */
async function flat({ port, child }: Served): Promise<void> {
  const part = LONG_REQUESTS / 10;
  console.log(`\n${LONG_REQUESTS} requests of scan and search in turns`);
  const sizes: number[] = [];
  let errors = 0;
  for (let index = 0; index < 10; index += 1) {
    const { operation, bodies } = CALLS[index % 2] ?? CALLS[0];
    const result = await measured({
      port,
      path: `/api/skillgraph/${operation}`,
      bodies,
      connections: CONNECTIONS,
      requests: part,
      seconds: 120,
    });
    errors += result.errors;
    sizes.push(residentMegabytes(child.pid ?? 0));
    console.log(
      `after ${((index + 1) * part).toString().padStart(6)}: ${sizes.at(-1)?.toFixed(0)} MB (${result.requests} in ${result.seconds.toFixed(0)} s)`,
    );
  }
  const growth = (sizes.at(-1) ?? 0) / (sizes[2] ?? 1);
  console.log(`${errors} errors; the last is ${growth.toFixed(2)} × the third`);
}

function residentMegabytes(pid: number): number {
  if (process.platform === "linux") {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1000;
}

/** User and system time of a process, which Linux tells in hundredths of a second; not known elsewhere. */
function cpuMilliseconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function median<Result>(results: readonly Result[], of: (result: Result) => number): number {
  return results.map(of).sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}
