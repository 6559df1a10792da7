import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LINES } from "./cases/command-line.js";
import { builtBin, makeHostilePlace } from "./place.js";
import { CPU_MILLISECONDS, expectHarmless } from "./promises.js";

const place = makeHostilePlace();
afterAll(() => place.remove());
const bin = builtBin("@pd/cli");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds of processor time, of the process and all that it started. */
  readonly cpu: number;
}

/** Says on its own stderr what the command cost, in seconds; what the command says there comes at 3. */
const TIMED = 'TIMEFORMAT="%U %S"; time "$@" 2>&3';

/** Runs it without a terminal; `closes`: nobody reads what it says. */
function run(args: readonly string[], { closes = false } = {}): Promise<Ended> {
  const command = [process.execPath, bin, ...args.map((arg) => arg.replace("VAULT", place.vault))];
  const child = spawn("bash", ["-c", TIMED, "pd", ...command], {
    cwd: place.root,
    env: { ...process.env, PD_CACHE_DIR: place.cache },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, stdout, times, stderr] = child.stdio;
  const said: readonly Buffer[][] = [[], [], []];
  for (const [at, stream] of [stdout, times, stderr].entries()) {
    if (closes && stream === stdout) (stream as Readable).destroy();
    else stream?.on("data", (chunk: Buffer) => void said[at]?.push(chunk));
  }
  return new Promise((resolve) =>
    child.on("close", (code) => {
      const [out = "", seconds = "", err = ""] = said.map((chunks) => Buffer.concat(chunks).toString());
      const cpu = 1000 * seconds.split(/\s+/u).reduce((sum, figure) => sum + Number(figure), 0);
      resolve({ code, stdout: out, stderr: err, cpu });
    }),
  );
}

/** A process costs something to start: what counts is what a hostile line costs beyond a good one. */
let usual = 0;
beforeAll(async () => {
  const good = [await run(GOOD), await run(GOOD)];
  expect(good.map(({ code }) => code)).toEqual([0, 0]);
  usual = Math.min(...good.map(({ cpu }) => cpu));
  expect(usual).toBeGreaterThan(0);
});
const GOOD = ["scan", "--vault", "VAULT", "--no-config"];

async function runWithinCeiling(args: readonly string[]): Promise<Ended> {
  let ended = await run(args);
  for (let attempt = 1; attempt < 4 && ended.cpu - usual > CPU_MILLISECONDS; attempt += 1) ended = await run(args);
  expect(ended.cpu - usual).toBeLessThanOrEqual(CPU_MILLISECONDS);
  return ended;
}

describe.each(["for a person", "--json"])("%s", (form) => {
  test.concurrent.each(LINES)("%s", async (_, args, codes) => {
    const { code, stdout, stderr } = await runWithinCeiling([...args, ...(form === "--json" ? [form] : [])]);
    expect(codes).toContain(code);
    expectHarmless(stdout + stderr);
    // Nothing that was typed reaches a terminal as a command to it.
    expect((stdout + stderr).replace(/[\n\t]/gu, "")).not.toMatch(/\p{Cc}/u);
    if (form === "--json" && code !== 0 && stdout !== "") expect(JSON.parse(stdout).error.code).toMatch(/^[a-z-]+$/u);
  });
});

test.each([["scan"], ["context", "alpha"], ["--help"]])("a pipe that closes at once: %s", async (...args) => {
  const { code, stderr } = await run([...args, ...(args[0] === "--help" ? [] : ["--vault", "VAULT", "--no-config"])], {
    closes: true,
  });
  expect([0, 1, 141, null]).toContain(code);
  expectHarmless(stderr);
});

test("a session file that is none is left as it is", async () => {
  const file = join(place.vault, "alpha.md");
  const before = readFileSync(file, "utf8");
  await run(["scan", "--vault", "VAULT", "--no-config", "--session", file]);
  expect(readFileSync(file, "utf8")).toBe(before);
});
