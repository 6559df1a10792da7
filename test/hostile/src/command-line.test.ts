import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LINES } from "./cases/command-line.js";
import { builtBin, makeHostilePlace } from "./place.js";
import { expectHarmless } from "./promises.js";

const place = makeHostilePlace();
afterAll(() => place.remove());
const bin = builtBin("@pd/cli");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it without a terminal; `closes`: nobody reads what it says. */
function run(args: readonly string[], { closes = false } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args.map((arg) => arg.replace("VAULT", place.vault))], {
    cwd: place.root,
    env: { ...process.env, PD_CACHE_DIR: place.cache },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  if (closes) child.stdout.destroy();
  else
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

describe.each(["for a person", "--json"])("%s", (form) => {
  test.concurrent.each(LINES)("%s", async (_, args, codes) => {
    const { code, stdout, stderr } = await run([...args, ...(form === "--json" ? [form] : [])]);
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
