import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createIgnore } from "../ignore/ignore.js";
import { walk } from "../load/walk.js";
import { createFolderRecall, type FolderMemory, folderMemoryFrom, folderMemoryToJson } from "./folder-memory.js";

const place = mkdtempSync(join(tmpdir(), "pd-folders-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(place, "vault-"));
  vi.useRealTimers();
});

function write(path: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), "text");
}

/** Walks as if the folders had been left alone for a while. */
function later(rules = "", before?: FolderMemory) {
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  const walked = walk(root, createIgnore(rules), { before });
  vi.useRealTimers();
  return walked;
}

const isTold = createFolderRecall(tmpdir(), { rules: "", notes: "" }, undefined).look("") !== undefined;

describe.runIf(isTold)("a folder that was listed", () => {
  test("is not listed again as long as its times stay, and gives the same", () => {
    write("a/one.md");
    write("a/b/two.md");
    write("three.md");
    const first = later();
    expect(first.memory.folders.map(({ path }) => path)).toEqual(["", "a", "a/b"]);
    // What is remembered is what counts: a name that was never there comes back.
    const folders = first.memory.folders.map((folder) => ({ ...folder, notes: [...folder.notes, "remembered.md"] }));
    const again = later("", { ...first.memory, folders });
    expect(again.folders.map(({ notes }) => notes.at(-1))).toEqual(Array(3).fill("remembered.md"));
    expect(later("", first.memory)).toEqual({ ...first, rules: expect.anything() });
  });

  test("is listed again after anything in it was added, removed or renamed, and after it was replaced", () => {
    write("a/one.md");
    write("b/two.md");
    write("c/three.md");
    write("d/four.md");
    const { memory } = later();
    write("a/new.md");
    unlinkSync(join(root, "b/two.md"));
    renameSync(join(root, "c/three.md"), join(root, "c/3.md"));
    const { atime, mtime } = lstatSync(join(root, "d"));
    renameSync(join(root, "d"), join(root, "old"));
    write("d/five.md");
    utimesSync(join(root, "d"), atime, mtime);
    expect(later("", memory).folders).toEqual(later().folders);
  });

  test("is listed again where other things are left out", () => {
    write("a/one.md");
    const { memory } = later();
    expect(later("one.md", memory).folders.map(({ notes }) => notes)).toEqual([[], []]);
  });

  test("is not remembered where it has just changed, or holds a link, which may lead elsewhere the next time", () => {
    write("a/one.md");
    expect(walk(root, createIgnore("")).memory.folders).toEqual([]);
    symlinkSync("/etc", join(root, "a", "out"));
    const { memory, findings } = later();
    expect(memory.folders.map(({ path }) => path)).toEqual([""]);
    expect(findings.map(({ code }) => code)).toEqual(["link-outside"]);
    expect(later("", memory).findings).toEqual(findings);
  });

  test("whatever happens in between, the next walk sees what a first one sees", () => {
    const name = fc.constantFrom("a", "b", "c.md", "d.md");
    const step = fc.record({
      what: fc.constantFrom("write", "remove", "move"),
      at: fc.array(name, { minLength: 1, maxLength: 3 }),
      to: name,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 4 }), (before, after) => {
        root = mkdtempSync(join(place, "vault-"));
        for (const each of before) act(each);
        const { memory } = later();
        for (const each of after) act(each);
        expect(later("", memory).folders).toEqual(later().folders);
      }),
      { numRuns: propertyRuns(0.3) },
    );

    function act({ what, at, to }: { what: string; at: readonly string[]; to: string }): void {
      try {
        if (what === "write") write(`${at.join("/")}.md`);
        else if (what === "remove") rmSync(join(root, ...at), { recursive: true });
        else renameSync(join(root, ...at), join(root, to));
      } catch {
        // It cannot be done here.
      }
    }
  });
});

describe("the memory of folders", () => {
  const folder = { path: "a", modified: 1, changed: 2, inode: 3 };
  const numbers = new Map(
    ["a/one.md", "a/two.md", "b/one.md", "b/three.md", "b/two.md", "c.md"].map((path, at) => [path, at]),
  );
  const memory: FolderMemory = {
    rules: "*.tmp",
    notes: "[]",
    folders: [
      { ...folder, notes: ["one.md", "two.md"], first: 0, below: [] },
      { ...folder, path: "b", notes: ["one.md", "three.md"], first: 2, below: ["x", "y"] },
      { ...folder, path: "", notes: ["c.md"], first: 5, below: ["a", "b"] },
      { ...folder, path: "empty", notes: [], first: undefined, below: [] },
    ],
  };
  const saved = (of: FolderMemory) => folderMemoryToJson(of, (path) => numbers.get(path));

  test("comes back as it was saved, and knows the notes by number where they follow one another", () => {
    expect(folderMemoryFrom(saved(memory), 6)).toEqual(memory);
    const [first, second] = memory.folders;
    for (const notes of [
      ["one.md", "two.md"],
      ["two.md", "three.md"],
      ["one.md", "unknown.md"],
    ]) {
      const [, back] = folderMemoryFrom(saved({ ...memory, folders: [first!, { ...second!, notes }] }), 6).folders;
      expect(back).toEqual({ ...second, notes, first: undefined });
    }
  });

  test("that names more notes than there are is refused", () => {
    expect(() => folderMemoryFrom(saved(memory), 5)).toThrow(RangeError);
  });
});

test("what is no memory of folders is refused", () => {
  const folder = { path: "a", modified: 1, changed: 1, inode: 1, notes: "x.md", first: 0, below: "" };
  const refuse = (wrong: unknown) => expect(() => folderMemoryFrom(JSON.stringify(wrong), 1)).toThrow(RangeError);
  expect(folderMemoryFrom(JSON.stringify({ rules: "", notes: "", folders: [folder] }), 1).folders).toHaveLength(1);
  for (const wrong of [
    {},
    { rules: "", notes: "", folders: {} },
    { rules: "", notes: "", folders: [{ ...folder, notes: "../x.md" }] },
    { rules: "", notes: "", folders: [{ ...folder, notes: ["x.md"] }] },
    { rules: "", notes: "", folders: [{ ...folder, below: 1 }] },
    { rules: "", notes: "", folders: [{ ...folder, below: ".." }] },
    { rules: "", notes: "", folders: [{ ...folder, below: "a/." }] },
    { rules: "", notes: "", folders: [{ ...folder, below: "a//b" }] },
    { rules: "", notes: "", folders: [{ ...folder, below: "a/" }] },
    { rules: "", notes: "", folders: [{ ...folder, notes: "x\0.md" }] },
    { rules: "", notes: "", folders: [{ ...folder, modified: null }] },
    { rules: "", notes: "", folders: [{ ...folder, first: -2 }] },
    { rules: "", notes: "", folders: [{ ...folder, first: 0.5 }] },
    { rules: "", notes: "", folders: [{ ...folder, first: 1 }] },
  ])
    refuse(wrong);
});
