import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import { replaceFile } from "./replace-file.js";

const refusing = (code: string, times: number) => {
  let calls = 0;
  const rename = () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
  };
  return { rename, pause: () => undefined, calls: () => calls };
};

test("a file takes another's place", () => {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, "neu"), join(folder, "größe 大小")];
  writeFileSync(from, "new");
  writeFileSync(to, "old");
  replaceFile(from, to);
  expect(readFileSync(to, "utf8")).toBe("new");
});

test.each(["EPERM", "EACCES", "EBUSY"])(
  "Windows: %s while another process reads the old one is tried again",
  (code) => {
    const disk = refusing(code, 3);
    replaceFile("C:\\Notizen\\a", "C:\\Notizen\\b", { ...disk, platform: "win32" });
    expect(disk.calls()).toBe(4);
  },
);

test("Windows: one that stays refused fails in the end, and so does any other error at once", () => {
  const stuck = refusing("EPERM", Number.POSITIVE_INFINITY);
  expect(() => replaceFile("a", "b", { ...stuck, platform: "win32" })).toThrow("EPERM");
  expect(stuck.calls()).toBe(20);
  const full = refusing("ENOSPC", 1);
  expect(() => replaceFile("a", "b", { ...full, platform: "win32" })).toThrow("ENOSPC");
  expect(full.calls()).toBe(1);
});

test("elsewhere a refusal is one", () => {
  const disk = refusing("EPERM", 1);
  expect(() => replaceFile("a", "b", { ...disk, platform: "linux" })).toThrow("EPERM");
  expect(disk.calls()).toBe(1);
});
