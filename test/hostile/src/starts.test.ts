import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtBin, makeHostilePlace } from "./place.js";
import { expectHarmless } from "./promises.js";

const place = makeHostilePlace();
afterAll(() => place.remove());

/** Each bin, and how it is told to serve a folder. */
const BINS = [
  ["pd", builtBin("@pd/cli"), (folder: string) => ["scan", "--vault", folder]],
  ["pd-mcp", builtBin("@pd/mcp"), (folder: string) => [folder]],
  ["pd-http", builtBin("@pd/http"), (folder: string) => [folder, "--port", "0"]],
] as const;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a line of shell with the bin as `$0` and the rest as its arguments, until it ends by itself. */
function run(line: string, [bin, ...args]: readonly string[]): Promise<Ended> {
  const child = spawn("bash", ["-c", line, process.execPath, bin ?? "", ...args], {
    cwd: place.root,
    env: { ...process.env, PD_CACHE_DIR: place.cache, PD_TOKEN: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
}

describe.each(BINS)("%s does not start, and says why", (_, bin, serving) => {
  test("in a folder that was deleted", async () => {
    const gone = realpathSync(mkdtempSync(join(tmpdir(), "pd-gelöscht-")));
    const { code, said } = await run(`cd ${gone} && rmdir ${gone} && exec "$0" "$@"`, [bin, ...serving(".")]);
    expect(code).toBeGreaterThan(0);
    expect(said).toContain("The folder you are in does not exist any more");
    expectHarmless(said);
  });

  test("on a whole disk", async () => {
    const { code, said } = await run('exec "$0" "$@"', [bin, ...serving(parse(place.root).root)]);
    expect(code).toBeGreaterThan(0);
    expect(said).toContain("is a whole disk");
    expect(said).toContain("--max-files");
    expectHarmless(said);
  });

  test("on more files than it is told to expect", async () => {
    const { code, said } = await run('exec "$0" "$@"', [bin, ...serving(place.vault), "--max-files", "2"]);
    expect(code).toBeGreaterThan(0);
    expect(said).toContain("has more than 2 files and folders");
    expectHarmless(said);
  });
});

test.each([
  ["pd-http", builtBin("@pd/http"), ["--host", "0.0.0.0", "--port", "0"]],
  ["pd-mcp", builtBin("@pd/mcp"), ["--http", "--host", "0.0.0.0", "--port", "0"]],
] as const)("%s listens beyond this machine with no token that can be guessed", async (_, bin, args) => {
  for (const token of ["a", "passwort", "ééééééééééééééééé"]) {
    const { code, said } = await run(`PD_TOKEN=${token} exec "$0" "$@"`, [bin, place.vault, ...args]);
    expect(code).toBeGreaterThan(0);
    expect(said).toMatch(/can be guessed|cannot be sent/u);
    expect(said).not.toContain(`${token}\n`);
  }
});
