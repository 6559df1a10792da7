import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPdError } from "../model/errors.js";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import { type FolderRequest, openByPath, openFolder } from "./folder-handle.js";

// Where a system has no path for what is open, as on macOS and Windows, the second way is taken.
describe.each([
  ["as this system does it", openFolder],
  ["by path", openByPath],
])("a folder below a root, %s", (_, open) => {
  const roots = () => {
    const folder = temporaryFolder();
    const [root, outside] = [join(folder, "root"), join(folder, "outside")];
    mkdirSync(join(root, "a", "b"), { recursive: true });
    mkdirSync(outside);
    return { root, outside };
  };
  const codeOf = (request: FolderRequest) => {
    try {
      open(request).close();
      return "no error";
    } catch (error) {
      return isPdError(error) ? error.code : (error as NodeJS.ErrnoException).code;
    }
  };

  test("its entries are reached through it", () => {
    const { root } = roots();
    const folder = open({ root, parts: ["a", "b"], create: false });
    writeFileSync(folder.entry("x"), "here");
    folder.flush();
    folder.close();
    expect(readFileSync(join(root, "a", "b", "x"), "utf8")).toBe("here");
  });

  test("what is missing is made on request, and only then", () => {
    const { root } = roots();
    expect(codeOf({ root, parts: ["new", "er"], create: false })).toBe("ENOENT");
    expect(codeOf({ root, parts: ["new", "er"], create: true })).toBe("no error");
    expect(codeOf({ root, parts: ["new", "er"], create: false })).toBe("no error");
  });

  test("a link on the way is refused, wherever it leads; so is a file", () => {
    const { root, outside } = roots();
    symlinkSync(outside, join(root, "out"));
    symlinkSync("a", join(root, "in"));
    writeFileSync(join(root, "file"), "");
    for (const create of [true, false]) {
      expect(codeOf({ root, parts: ["out"], create })).toBe("path-escapes-root");
      expect(codeOf({ root, parts: ["out", "deeper"], create })).toBe("path-escapes-root");
      expect(codeOf({ root, parts: ["in", "b"], create })).toBe("path-escapes-root");
      expect(codeOf({ root, parts: ["file", "x"], create })).not.toBe("no error");
    }
  });
});
