import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import { cacheFolder, ensureFolder, privateCache } from "./cache-folder.js";

test("PD_CACHE_DIR moves it on every system", () => {
  expect(cacheFolder({ PD_CACHE_DIR: "/elsewhere", XDG_CACHE_HOME: "/xdg" })).toBe("/elsewhere");
});

test.runIf(process.platform === "linux")("it follows the system's convention", () => {
  expect(cacheFolder({ XDG_CACHE_HOME: "/xdg" })).toBe("/xdg/pd");
  expect(cacheFolder({ XDG_CACHE_HOME: "" })).toBe(join(homedir(), ".cache", "pd"));
  expect(cacheFolder({})).toBe(join(homedir(), ".cache", "pd"));
});

test("it is made for this user alone, with all folders on the way, and may be there already", () => {
  const path = join(temporaryFolder(), "a", "b");
  expect(ensureFolder(ensureFolder(path))).toBe(path);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);
});

describe.skipIf(process.platform === "win32")("a folder whose files are run", () => {
  afterEach(() => vi.unstubAllEnvs());

  /** The cache folder, with these folders in it. */
  function cache(...folders: readonly string[]): string {
    const around = join(temporaryFolder(), "キャッシュ");
    for (const folder of ["", ...folders]) mkdirSync(join(around, folder), { recursive: true, mode: 0o700 });
    vi.stubEnv("PD_CACHE_DIR", around);
    return around;
  }

  test("is made for this user alone, and taken again with what is in it", () => {
    const around = cache();
    expect(privateCache("code")).toBe(join(around, "code"));
    expect(statSync(join(around, "code")).mode & 0o077).toBe(0);
    writeFileSync(join(around, "code", "a.mjs"), "");
    expect(privateCache("code")).toBe(join(around, "code"));
  });

  test("is not taken where others can write it, the folder around it, or a file in it", () => {
    for (const open of ["", "code", "code/a.mjs"]) {
      const around = cache("code");
      writeFileSync(join(around, "code", "a.mjs"), "");
      expect(privateCache("code")).toBe(join(around, "code"));
      chmodSync(join(around, open), 0o777);
      expect([open, privateCache("code")]).toEqual([open, undefined]);
    }
  });

  test("is no link, and holds none", () => {
    const around = cache("elsewhere");
    symlinkSync(join(around, "elsewhere"), join(around, "code"));
    expect(privateCache("code")).toBeUndefined();
    symlinkSync("/etc/hostname", join(around, "elsewhere", "a.mjs"));
    expect(privateCache("elsewhere")).toBeUndefined();
  });

  test.runIf(process.getuid?.() === 0)("is not another user's, nor is a file in it", () => {
    for (const foreign of ["", "code", "code/a.mjs"]) {
      const around = cache("code");
      writeFileSync(join(around, "code", "a.mjs"), "");
      chownSync(join(around, foreign), 4321, 4321);
      expect([foreign, privateCache("code")]).toEqual([foreign, undefined]);
    }
  });
});
