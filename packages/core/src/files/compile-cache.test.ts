import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { enableCompileCache } from "./compile-cache.js";

const node = module as typeof module & { enableCompileCache?: (folder: string) => unknown };
const own = node.enableCompileCache;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pd-compile-cache-"));
  vi.stubEnv("PD_CACHE_DIR", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  if (own === undefined) delete node.enableCompileCache;
  else node.enableCompileCache = own;
  rmSync(folder, { recursive: true, force: true });
});

/** The folders that Node is told to keep compiled code in. */
function enabled(): readonly string[] {
  const folders: string[] = [];
  node.enableCompileCache = (given) => void folders.push(given);
  enableCompileCache();
  return folders;
}

test("compiled code is kept in this user's cache folder, not in the one that all users share", () => {
  expect(enabled()).toEqual([join(folder, "code")]);
});

test("a Node that cannot keep compiled code makes no folder for it", () => {
  delete node.enableCompileCache;
  enableCompileCache();
  expect(existsSync(join(folder, "code"))).toBe(false);
});

test("compiled code from a folder that others can write, or from a link, is not run", () => {
  mkdirSync(join(folder, "code"));
  chmodSync(join(folder, "code"), 0o777);
  expect(enabled()).toEqual([]);
  rmSync(join(folder, "code"), { recursive: true });
  mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
  symlinkSync(join(folder, "elsewhere"), join(folder, "code"));
  expect(enabled()).toEqual([]);
});

test("compiled code is not run where others can write the cache folder around it, and so put another in its place", () => {
  chmodSync(folder, 0o777);
  expect(enabled()).toEqual([]);
  chmodSync(folder, 0o700);
  expect(enabled()).toEqual([join(folder, "code")]);
});

test.each(["/proc/x", "/dev/null/x"])(
  "where nothing can be made, as in %s, nothing is kept and nobody waits",
  (place) => {
    vi.stubEnv("PD_CACHE_DIR", place);
    expect(enabled()).toEqual([]);
  },
);
