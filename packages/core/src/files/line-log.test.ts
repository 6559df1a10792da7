import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterwards } from "pd-tooling/afterwards";
import { expect, test } from "vitest";
import { openLineLog } from "./line-log.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pd-log-"));
  afterwards(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("lines are added, for this user alone", () => {
  const file = join(folder(), "log.jsonl");
  openLineLog(file).write("eins\n");
  openLineLog(file).write("zwei 河流\n");
  expect(readFileSync(file, "utf8")).toBe("eins\nzwei 河流\n");
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a full file is set aside whole, and the oldest goes", () => {
  const place = folder();
  const log = openLineLog(join(place, "log"), { maxBytes: 20, keep: 2 });
  for (let at = 0; at < 12; at += 1) log.write(`line ${at}\n`);
  expect(readdirSync(place).sort()).toEqual(["log", "log.1", "log.2"]);
  const lines = ["log.2", "log.1", "log"].map((name) => readFileSync(join(place, name), "utf8")).join("");
  expect(lines.trim().split("\n").at(-1)).toBe("line 11");
  for (const name of readdirSync(place)) expect(statSync(join(place, name)).size).toBeLessThanOrEqual(20);
  expect(lines.split("\n").filter(Boolean)).toEqual([...new Set(lines.split("\n").filter(Boolean))]);
});

test("what cannot be written is told once, and breaks nothing", () => {
  const place = folder();
  mkdirSync(join(place, "taken"));
  const errors: unknown[] = [];
  const log = openLineLog(join(place, "taken"), { onError: (error) => errors.push(error) });
  log.write("a\n");
  log.write("b\n");
  expect(errors).toHaveLength(1);
});

test.skipIf(process.platform === "win32")("a link is not followed", () => {
  const place = folder();
  symlinkSync(join(place, "elsewhere"), join(place, "log"));
  openLineLog(join(place, "log")).write("a\n");
  expect(readdirSync(place)).toEqual(["log"]);
});
