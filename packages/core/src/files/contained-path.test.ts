import { join, normalize } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { isPdError } from "../model/errors.js";
import { containedPath, listedPath, refusalOf } from "./contained-path.js";

/** What a person is told. */
const WORDS = {
  empty: "is empty",
  absolute: "is absolute",
  parent: 'has a part ".."',
  backslash: "has a backslash",
  drive: "has a colon, which names a drive or a stream on some systems",
  control: "has a control character",
  "too-deep": "goes too many folders down",
  "too-long": "is too long",
} as const;

const shown = (path: string) =>
  path.slice(0, 200).replace(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

function refusedAs(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return isPdError(error) ? error.toJSON() : error;
  }
}

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
    expect(refusedAs(() => containedPath(path))).toEqual({
      code: "path-escapes-root",
      message: `"${shown(path)}" ${WORDS[reason]}`,
      where: shown(path),
      fix: "Use a path below the folder, with / between its parts.",
    });
  });

  test("4096 characters are not too many, and 64 folders not too deep", () => {
    expect(refusalOf("x".repeat(4096))).toBeUndefined();
    expect(refusalOf(`${"a/".repeat(64)}b.md`)).toBeUndefined();
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
    expect(listedPath(":")).toBe(":");
    for (const path of ["", "/a", "../a", "a/../../b"])
      expect(() => listedPath(path)).toThrow(expect.objectContaining({ code: "path-escapes-root" }));
  },
);

test("where a colon or a backslash is no part of a name, a listed path may not have one either", () => {
  const here = Object.getOwnPropertyDescriptor(process, "platform")!;
  Object.defineProperty(process, "platform", { ...here, value: "win32" });
  try {
    for (const path of ["a:b.md", "a\\b.md", "a\u0007.md"])
      expect(() => listedPath(path)).toThrow(expect.objectContaining({ code: "path-escapes-root" }));
    expect(listedPath("a/b.md")).toBe("a/b.md");
  } finally {
    Object.defineProperty(process, "platform", here);
  }
});
