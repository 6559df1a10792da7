import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsup";
import { expect, test } from "vitest";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import { sweepOrphans, writeAtomicSync } from "./atomic-write.js";

const bytes = (text: string) => new TextEncoder().encode(text);

test("writes all chunks, for this user alone", () => {
  const folder = temporaryFolder();
  writeAtomicSync(join(folder, "x"), [bytes("one "), new Uint8Array(0), bytes("two")]);
  expect(readFileSync(join(folder, "x"), "utf8")).toBe("one two");
  expect(statSync(join(folder, "x")).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(["x"]);
});

test("a failure leaves the old file and nothing beside it", () => {
  const folder = temporaryFolder();
  const path = join(folder, "x");
  writeFileSync(path, "old");
  // Detached bytes cannot be written: it fails with the temporary file half full.
  const gone = bytes("gone");
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const failing = Object.defineProperty(gone, "length", { value: 4 });
  expect(() => writeAtomicSync(path, [bytes("new"), failing])).toThrow();
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["x"]);

  mkdirSync(join(folder, "taken", "by a folder"), { recursive: true });
  expect(() => writeAtomicSync(join(folder, "taken"), [bytes("new")])).toThrow();
  expect(() => writeAtomicSync(join(folder, "no such folder", "x"), [bytes("new")])).toThrow();
  expect(readdirSync(folder).sort()).toEqual(["taken", "x"]);
});

test("what killed processes left is swept once it is old, and nothing else", () => {
  const folder = temporaryFolder();
  const hourAgo = Date.now() / 1000 - 3700;
  for (const name of ["x", "x.1-a.tmp", "x.2-b.tmp", "y.1-a.tmp", "x.md"]) writeFileSync(join(folder, name), "");
  for (const name of ["x", "x.1-a.tmp", "y.1-a.tmp", "x.md"]) utimesSync(join(folder, name), hourAgo, hourAgo);
  sweepOrphans(join(folder, "x"));
  expect(readdirSync(folder).sort()).toEqual(["x", "x.2-b.tmp", "x.md", "y.1-a.tmp"]);
});

test("a process killed at any moment leaves one version or another, whole", { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  const entry = join(import.meta.dirname, "atomic-write.ts");
  await build({ entry: [entry], outDir: folder, format: "esm", silent: true, config: false, dts: false, clean: false });
  const [built = ""] = readdirSync(folder).filter((name) => name.startsWith("atomic-write"));
  // A megabyte of one letter, in four chunks, another letter each time.
  const program = `
    const { writeAtomicSync } = await import(${JSON.stringify(join(folder, built))});
    for (let at = 0; ; at += 1) {
      process.stdout.write("w");
      const chunk = new Uint8Array(1 << 18).fill(97 + (at % 26));
      writeAtomicSync(process.argv[1], [chunk, chunk, chunk, chunk]);
    }`;
  const home = join(folder, "home");
  mkdirSync(home);
  const letters: number[] = [];
  const round = async (number: number) => {
    const path = join(home, `file${number}`);
    writeFileSync(path, new Uint8Array(1 << 20).fill(65));
    const options = ["--input-type=module", "-e", program, path];
    const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Counted in writes: by the clock, a slow machine would have it killed before its first.
    let begun = 0;
    await new Promise<void>((resolve) =>
      child.stdout.on("data", (signs: Buffer) => {
        begun += signs.length;
        if (begun > number) resolve();
      }),
    );
    child.kill("SIGKILL");
    await ended;
    const now = readFileSync(path);
    expect(now).toHaveLength(1 << 20);
    expect(now.equals(Buffer.alloc(1 << 20, now[0]))).toBe(true);
    letters.push(now[0]!);
  };
  for (let first = 0; first < 20; first += 5) await Promise.all([0, 1, 2, 3, 4].map((at) => round(first + at)));
  // Otherwise none was killed while it wrote.
  expect(readdirSync(home).length - 20 + new Set(letters).size).toBeGreaterThan(3);
  for (let number = 0; number < 20; number += 1)
    sweepOrphans(join(home, `file${number}`), Date.now() + 2 * 60 * 60_000);
  expect(readdirSync(home)).toHaveLength(20);
});
