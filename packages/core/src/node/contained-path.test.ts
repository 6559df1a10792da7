import { join, normalize } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { isPdError } from "../errors.js";
import { containedPath, listedPath, refusalOf } from "./contained-path.js";

describe("R5.9 the words of a path", () => {
  test.each([
    ["", "empty"],
    [".", "empty"],
    ["././/", "empty"],
    ["/etc/passwd", "absolute"],
    ["//server/share", "absolute"],
    ["..", "parent"],
    ["../a.md", "parent"],
    ["a/../../b.md", "parent"],
    ["a/..", "parent"],
    ["a\\b.md", "backslash"],
    ["\\\\server\\share", "backslash"],
    ["..\\a.md", "backslash"],
    ["C:/Windows/win.ini", "drive"],
    ["c:a.md", "drive"],
    ["a.md:stream", "drive"],
    ["file:///etc/passwd", "drive"],
    ["a\0.md", "control"],
    ["a\n.md", "control"],
    ["a\u0085.md", "control"],
    ["x".repeat(4097), "too-long"],
    [`${"a/".repeat(65)}b.md`, "too-deep"],
  ] as const)("%j is refused: %s", (path, reason) => {
    expect(refusalOf(path)).toBe(reason);
    expect(() => containedPath(path)).toThrow(expect.objectContaining({ code: "path-escapes-root" }));
  });

  test.each([
    "a.md",
    "a/b.md",
    "./a.md",
    "a/./b.md",
    "a//b.md",
    "..a/b..md",
    "…/x.md",
    "日本/メモ.md",
    "🎉 party.md",
    "a b.md",
  ])("%j is allowed", (path) => {
    expect(containedPath(path)).toBe(path);
  });

  test("a depth can be asked for", () => {
    expect(refusalOf("a/b/c/d/e/f.md", 5)).toBeUndefined();
    expect(refusalOf("a/b/c/d/e/f/g.md", 5)).toBe("too-deep");
  });

  test("what is let through stays below the folder, on this system and as others would read it", () => {
    const part = fc.constantFrom("..", ".", "", "a", "C:", "\\", "/", "\0", "~", "..\\", "%2e%2e", " ..", ".. ");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part).map((parts) => parts.join("/")),
          fc.string({ unit: "binary" }),
        ),
        (path) => {
          if (refusalOf(path) !== undefined) return;
          expect(normalize(join("/vault", path)).startsWith("/vault/")).toBe(true);
          expect(path).not.toMatch(/[\\:\0]/u);
        },
      ),
      { numRuns: propertyRuns() },
    );
  });

  test("a refusal says what and where, without control characters and without all of a long path", () => {
    try {
      containedPath(`\u001b]52;c;x\u0007${"y".repeat(5000)}`);
      expect.unreachable();
    } catch (error) {
      expect(isPdError(error) && error.message.length).toBeLessThan(400);
      expect(String(error)).not.toMatch(/\p{Cc}/u);
    }
  });
});

test.skipIf(process.platform === "win32")(
  "a listed path may have any name that this system gives, and still none above",
  () => {
    expect(listedPath("a:b\\c\u0007.md")).toBe("a:b\\c\u0007.md");
    for (const path of ["", "/a", "../a", "a/../../b"])
      expect(() => listedPath(path)).toThrow(expect.objectContaining({ code: "path-escapes-root" }));
  },
);
