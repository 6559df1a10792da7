import { mkdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { PLAIN_NOTES } from "../ignore/note-rules.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import { openFolderReader } from "./read-notes.js";

const names = Array.from({ length: 40 }, (_, at) => `n${String(at).padStart(2, "0")}.md`);

function readAll(root: string) {
  const reader = openFolderReader(root, "", { room: (size) => Buffer.alloc(size), shown: PLAIN_NOTES.shown });
  const batches: { path: string; text: string }[][] = [];
  for (let at = 0; at < names.length; ) {
    const { found, next } = reader.read(names, at);
    batches.push(
      found.map((file) => ({ path: file.path, text: "error" in file ? file.error.code : file.bytes.toString() })),
    );
    expect(next).toBeGreaterThan(at);
    at = next;
  }
  reader.close();
  return batches;
}

test("Notes are read together, in their order; of one that is gone nothing comes, and of what is no file an error", () => {
  const { root, path } = temporaryVault(Object.fromEntries(names.map((name) => [name, `I am ${name}`])));
  rmSync(path("n03.md"));
  rmSync(path("n05.md"));
  mkdirSync(path("n05.md"));
  const batches = readAll(root);
  expect(batches.length).toBeLessThan(names.length);
  expect(batches.flat()).toEqual(
    names
      .filter((name) => name !== "n03.md")
      .map((name) => ({ path: name, text: name === "n05.md" ? "path-escapes-root" : `I am ${name}` })),
  );
});

test("R7.3 large ones are not: no more is in memory at once than 1 MB, or one note", () => {
  const { root } = temporaryVault(Object.fromEntries(names.map((name) => [name, name.repeat(120_000)])));
  const batches = readAll(root);
  expect(batches.every((batch) => batch.length === 1)).toBe(true);
  expect(batches.flat().map(({ path }) => path)).toEqual(names);
});
