import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { NOTES, type TemporaryPlace, temporaryPlace } from "../testing/temporary-place.js";

const bin = inject("bin");

/** Kills its process with SIGKILL where the session file would be put in place: in the middle of a commit. */
const KILLER = `
const fs = require("node:fs");
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (String(to).endsWith("s.json")) process.kill(process.pid, "SIGKILL");
  return renameSync(from, to);
};
require("node:module").syncBuiltinESMExports();
`;

async function pd(place: TemporaryPlace, name: string, nodeArgs: readonly string[] = []) {
  const args = [...nodeArgs, bin, "node", name, "--level", "1", "--vault", "docs", "--session", "s.json", "--json"];
  const child = spawn(process.execPath, args, {
    cwd: place.folder,
    env: { ...process.env, ...place.environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const [code, signal] = await once(child, "close");
  return { code, signal, stderr };
}

test("a call that is killed while it holds the session's lock fails none that comes after it", async () => {
  const names = ["Budgets", "Levels", "Sessions", "Start"];
  const place = temporaryPlace({ ...NOTES, "killer.cjs": KILLER });
  expect(await pd(place, "Start")).toMatchObject({ code: 0 });
  for (let round = 0; round < 2; round += 1) {
    const died = await pd(place, "Levels", ["--require", place.path("killer.cjs")]);
    expect(died).toMatchObject({ signal: "SIGKILL" });
    expect(readdirSync(place.folder)).toContain("s.json.lock");
    // All at once: each finds the lock that was left, and one of them after the other gets it.
    const ended = await Promise.all(names.map((name) => pd(place, name)));
    expect(ended).toEqual(names.map(() => ({ code: 0, signal: null, stderr: "" })));
    const { entries } = JSON.parse(readFileSync(place.path("s.json"), "utf8")) as { entries: readonly unknown[] };
    expect(entries).toHaveLength(1 + (round + 1) * names.length);
    expect(readdirSync(place.folder)).not.toContain("s.json.lock");
  }
});
