import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../vault/temporary-vault.js";
import { cacheFolder, ensureFolder } from "./cache-folder.js";

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
