import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createDiskFilesystem } from "../files/disk-filesystem.js";
import { createMemoryFilesystem } from "../filesystem/memory-filesystem.js";
import { foldedPath, portablePath } from "../filesystem/portable-path.js";
import { isPdError } from "../model/errors.js";
import { temporaryFolder } from "../vault/testing/temporary-vault.js";
import type { Filesystem } from "./filesystem.js";

const KINDS: readonly (readonly [string, () => Filesystem])[] = [
  ["in memory", () => createMemoryFilesystem()],
  ["on disk", () => createDiskFilesystem(temporaryFolder())],
];

async function codeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "no error";
  } catch (error) {
    return isPdError(error) ? error.code : `not a PdError: ${String(error)}`;
  }
}

const whole = async (files: Filesystem, path: string) => (await files.read(path)).text;

describe.each(KINDS)("a file system %s", (_, make) => {
  test("gives back what was written, and replaces it", async () => {
    const files = make();
    await files.write([
      { path: "context/a.md", text: "one\n" },
      { path: "b.md", text: "ümlaut 漢字 🙂" },
    ]);
    expect(await whole(files, "context/a.md")).toBe("one\n");
    expect(await whole(files, "b.md")).toBe("ümlaut 漢字 🙂");
    await files.write([{ path: "b.md", text: "" }]);
    expect(await files.read("b.md")).toEqual({ text: "", from: 1, to: 0, lines: 0 });
    expect(await files.list()).toEqual([
      { path: "b.md", bytes: 0 },
      { path: "context/a.md", bytes: 4 },
    ]);
  });

  test("lists below a folder, however deep, sorted", async () => {
    const files = make();
    await files.write(["z.md", "a/b/c.md", "a/a.md", "ab/x.md"].map((path) => ({ path, text: path })));
    expect((await files.list("a")).map(({ path }) => path)).toEqual(["a/a.md", "a/b/c.md"]);
    expect((await files.list()).map(({ path }) => path)).toEqual(["a/a.md", "a/b/c.md", "ab/x.md", "z.md"]);
    expect(await files.list("nowhere")).toEqual([]);
  });

  test("removes, and says whether there was something", async () => {
    const files = make();
    await files.write([{ path: "a/b.md", text: "x" }]);
    expect(await files.remove("a/b.md")).toBe(true);
    expect(await files.remove("a/b.md")).toBe(false);
    expect(await files.remove("a/b.md/c")).toBe(false);
    expect(await codeOf(() => files.read("a/b.md"))).toBe("content-unreadable");
  });

  test("reads lines, counted from 1, both ends included", async () => {
    const files = make();
    await files.write([{ path: "x", text: "1\n2\n3\n4" }]);
    expect(await files.read("x", { from: 2, to: 3 })).toEqual({ text: "2\n3\n", from: 2, to: 3, lines: 4 });
    expect(await files.read("x", { from: 4 })).toEqual({ text: "4", from: 4, to: 4, lines: 4 });
    expect(await files.read("x", { to: 1 })).toEqual({ text: "1\n", from: 1, to: 1, lines: 4 });
    expect(await files.read("x", { from: 9, to: 12 })).toEqual({ text: "", from: 9, to: 8, lines: 4 });
    expect(await files.read("x", { from: 3, to: 2 })).toEqual({ text: "", from: 3, to: 2, lines: 4 });
    for (const from of [0, -1, 1.5, Number.NaN])
      expect([from, await codeOf(() => files.read("x", { from }))]).toEqual([from, "input-invalid"]);
  });

  test("R4.6 writes all files of a call or none", async () => {
    const files = make();
    await files.write([
      { path: "a.md", text: "old" },
      { path: "folder/inside.md", text: "old" },
    ]);
    const before = await files.list();
    for (const bad of ["../out.md", "a.md/below.md", "folder", "con.md"]) {
      const all = ["new.md", "a.md", bad, "later.md"].map((path) => ({ path, text: "new" }));
      expect(await codeOf(() => files.write(all))).not.toBe("no error");
      expect(await files.list()).toEqual(before);
      expect(await whole(files, "a.md")).toBe("old");
    }
  });

  test("two names that are one file somewhere are refused in one call", async () => {
    const files = make();
    const both = ["Notes.md", "notes.md"].map((path) => ({ path, text: "x" }));
    expect(await codeOf(() => files.write(both))).toBe("input-invalid");
    expect(await files.list()).toEqual([]);
  });

  test.each([
    "",
    "/etc/passwd",
    "../x",
    "a/../x",
    "./a",
    "a//b",
    "a/",
    "a\\b",
    "C:/x",
    "a:stream",
    "nul\0",
    "con",
    "aux.md",
    "a/COM1.txt",
    "LPT9",
    "trailing.",
    "trailing ",
    "a|b",
    "what?",
    "x".repeat(256),
    `${"y/".repeat(600)}z`,
    ".pd-unfinished-1-x",
    "\ud800",
  ])("refuses the name %j whatever is done with it", async (path) => {
    const files = make();
    expect(await codeOf(() => files.write([{ path, text: "x" }]))).toBe("path-escapes-root");
    expect(await codeOf(() => files.read(path))).toBe("path-escapes-root");
    expect(await codeOf(() => files.remove(path))).toBe("path-escapes-root");
    expect(await codeOf(() => files.list(path))).toBe("path-escapes-root");
  });

  test("a name of full length has room", async () => {
    const files = make();
    const path = `context/${"n".repeat(252)}.md`;
    await files.write([{ path, text: "x" }]);
    expect(await whole(files, path)).toBe("x");
  });

  test("a cancelled call does nothing", async () => {
    const files = make();
    const signal = AbortSignal.abort();
    expect(await codeOf(() => files.write([{ path: "x", text: "x" }], { signal }))).toBe("cancelled");
    expect(await files.list()).toEqual([]);
    for (const act of [() => files.read("x", { signal }), () => files.list("", { signal })])
      expect(["cancelled", "path-escapes-root"]).toContain(await codeOf(act));
  });
});

test("what fits is bounded in memory", async () => {
  const files = createMemoryFilesystem({ maxBytes: 10, files: [{ path: "a", text: "12345678" }] });
  expect(await codeOf(() => files.write([{ path: "b", text: "é1" }]))).toBe("file-too-large");
  await files.write([{ path: "b", text: "é" }]);
  await files.write([{ path: "a", text: "" }]);
  expect(await files.list()).toEqual([
    { path: "a", bytes: 0 },
    { path: "b", bytes: 2 },
  ]);
});

describe("both hold the same after any calls", () => {
  const part = fc.constantFrom("a", "b", "Ab", "c.md", "ü", "漢", "..", "con", "x ", ".hidden");
  const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const file = fc.record({ path, text: fc.string({ unit: "grapheme", maxLength: 20 }) });
  const step = fc.oneof(
    fc.record({ write: fc.array(file, { minLength: 1, maxLength: 4 }) }),
    fc.record({ remove: path }),
  );

  test("memory and disk agree", { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const memory = createMemoryFilesystem();
      const disk = createDiskFilesystem(temporaryFolder());
      for (const one of steps) {
        const act = (files: Filesystem) => ("write" in one ? files.write(one.write) : files.remove(one.remove));
        // A folder that was emptied is gone in memory and still there on disk: that alone may differ.
        const codes = [await codeOf(() => act(memory)), await codeOf(() => act(disk))];
        if (codes[0] !== codes[1]) return;
        const [inMemory, onDisk] = [await memory.list(), await disk.list()];
        expect(onDisk).toEqual(inMemory);
        for (const { path: known } of inMemory) expect(await disk.read(known)).toEqual(await memory.read(known));
      }
    });
    await fc.assert(property, { numRuns: propertyRuns(0.05) });
  });
});

/** Any UTF-16 units, halves of characters included, and often what paths are made of. */
const anyText = fc
  .array(
    fc.oneof(fc.nat(0xffff), fc.constantFrom(...Array.from("../\\:con ~", (character) => character.charCodeAt(0)))),
    {
      maxLength: 30,
    },
  )
  .map((units) => String.fromCharCode(...units));

describe("portable paths", () => {
  test("are composed, so that one name is one file", () => {
    expect(portablePath("e\u0301.md")).toBe("é.md");
    expect(foldedPath("É.md")).toBe(foldedPath("e\u0301.md"));
  });

  test("what comes back is accepted again, and stays below", () => {
    const property = fc.property(anyText, (text) => {
      let path: string;
      try {
        path = portablePath(text);
      } catch (error) {
        return isPdError(error);
      }
      return portablePath(path) === path && !path.startsWith("/") && !path.split("/").includes("..");
    });
    fc.assert(property, { numRuns: propertyRuns() });
  });
});
