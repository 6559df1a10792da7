import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { scratchFolder, temporarySkill, writeFiles } from "../testing/temporary-skill.js";
import { bytesDigest, fingerprintSkill } from "./trust.js";

const code = (name: string) => expect.objectContaining({ code: name });

describe("R5.13 the digest of a skill", () => {
  test("names every file with digest and size, sorted", () => {
    const folder = temporarySkill({ "scripts/b.py": "print()", "scripts/a.py": "", "Z.md": "z" });
    const { digest, files, bytes } = fingerprintSkill(folder);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "Z.md", "scripts/a.py", "scripts/b.py"]);
    expect(files[3]).toEqual({
      path: "scripts/b.py",
      size: 7,
      digest: bytesDigest(new TextEncoder().encode("print()")),
    });
    expect(files[2]!.digest).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(bytes).toBe(files.reduce((sum, { size }) => sum + size, 0));
  });

  test("is the same for the same bytes elsewhere, whatever their times and modes, through a linked folder too", () => {
    const folder = temporarySkill({ "a/b.txt": "x" });
    const before = fingerprintSkill(folder);
    const copy = join(scratchFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    utimesSync(join(copy, "SKILL.md"), 1, 1);
    chmodSync(join(copy, "a/b.txt"), 0o755);
    expect(fingerprintSkill(copy)).toEqual(before);
    const link = join(scratchFolder(), "link");
    symlinkSync(folder, link);
    expect(fingerprintSkill(link)).toEqual(before);
  });

  test("any change of a byte, a name or a place changes it", () => {
    const folder = temporarySkill({ "a.txt": "one", "b.txt": "two" });
    const seen = new Set([fingerprintSkill(folder).digest]);
    const changes: (() => void)[] = [
      () => writeFileSync(join(folder, "a.txt"), "onf"),
      () => writeFileSync(join(folder, "a.txt"), "onetwo"),
      () => writeFileSync(join(folder, "b.txt"), ""),
      () => renameSync(join(folder, "a.txt"), join(folder, "c.txt")),
      () => writeFiles(folder, { ".hidden": "" }),
      () => writeFiles(folder, { "node_modules/x/index.js": "" }),
      () => rmSync(join(folder, ".hidden")),
      () => symlinkSync("c.txt", join(folder, "d.txt")),
      () => {
        rmSync(join(folder, "d.txt"));
        symlinkSync("b.txt", join(folder, "d.txt"));
      },
    ];
    for (const change of changes) {
      change();
      const { digest } = fingerprintSkill(folder);
      expect(seen.has(digest)).toBe(false);
      seen.add(digest);
    }
  });

  test("two folders have one digest only if they are alike", () => {
    const name = fc.constantFrom("a", "b", "a/b", "a b", "a\nfile", "ä", "SKILL.md");
    const tree = fc.dictionary(name, fc.string({ maxLength: 3 }), { maxKeys: 4, noNullPrototype: true });
    const written = (files: Record<string, string>) => {
      const folder = scratchFolder();
      for (const [path, content] of Object.entries(files)) {
        try {
          writeFiles(folder, { [path]: content });
        } catch {
          // "a" and "a/b" cannot both be.
        }
      }
      return fingerprintSkill(folder);
    };
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const [left, right] = [written(one), written(other)];
        expect(left.digest === right.digest).toBe(JSON.stringify(left.files) === JSON.stringify(right.files));
      }),
      { numRuns: propertyRuns(0.1) },
    );
  });

  test("git's own folder does not count", () => {
    const folder = temporarySkill();
    const before = fingerprintSkill(folder);
    expect(fingerprintSkill(writeFiles(folder, { ".git/HEAD": "ref" }))).toEqual(before);
    expect(fingerprintSkill(writeFiles(folder, { "sub/.git/HEAD": "ref" }))).not.toEqual(before);
  });
});

describe("R5.9 what cannot be digested cannot be trusted", () => {
  test.each([
    ["a link to a file outside", "../../outside.txt"],
    ["a link to a folder outside", "../.."],
    ["a link to nothing", "missing.txt"],
    ["a link to itself", "link"],
    ["an absolute link", "/etc/hostname"],
  ])("%s is refused", (_, target) => {
    const folder = temporarySkill();
    writeFiles(join(folder, "../.."), { "outside.txt": "secret" });
    symlinkSync(target, join(folder, "link"));
    expect(() => fingerprintSkill(folder)).toThrow(code("path-escapes-root"));
    rmSync(join(folder, "../../outside.txt"));
  });

  test.skipIf(process.platform === "win32")("a pipe is refused at once", () => {
    const folder = temporarySkill();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(() => fingerprintSkill(folder)).toThrow(code("path-escapes-root"));
  });

  test("too many files, too large ones and too deep ones are refused", () => {
    const folder = temporarySkill({ "a/b/c.txt": "deep", "big.bin": "" });
    expect(() => fingerprintSkill(folder, { maxFiles: 2 })).toThrow(code("file-too-large"));
    expect(() => fingerprintSkill(folder, { maxDepth: 1 })).toThrow(code("file-too-large"));
    expect(() => fingerprintSkill(folder, { maxTotalBytes: 50 })).toThrow(code("file-too-large"));
    truncateSync(join(folder, "big.bin"), 2 ** 40);
    expect(() => fingerprintSkill(folder)).toThrow(code("file-too-large"));
  });

  test("a folder that is gone is a typed error", () => {
    expect(() => fingerprintSkill(join(scratchFolder(), "gone"))).toThrow(code("content-unreadable"));
    const folder = scratchFolder();
    mkdirSync(join(folder, "empty"));
    expect(fingerprintSkill(join(folder, "empty")).files).toEqual([]);
  });
});
