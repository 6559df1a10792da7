import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";

test("pd cache says where snapshots are and how large, and deletes them alone", async () => {
  const place = temporaryPlace({ "notes/Größe.md": "# Größe\n" });
  const cache = join(place.folder, "cache");
  mkdirSync(join(cache, "vaults"), { recursive: true });
  const files = ["a.snapshot", "meins.txt"].map((name) => join(cache, "vaults", name));
  for (const file of files) writeFileSync(file, "x".repeat(1500));
  const environment = { PD_CACHE_DIR: cache };
  const shown = await place.pd(["cache", "--json"], { environment });
  expect(JSON.parse(shown.stdout).data).toEqual({ folder: cache, snapshots: 1, bytes: 1500, cleared: false });
  const { stdout, code } = await place.pd(["cache", "--clear"], { environment });
  expect([code, stdout]).toEqual([0, `${cache}\ndeleted 1 snapshot, 2 kB\n`]);
  expect(files.map((file) => existsSync(file))).toEqual([false, true]);
});

test("pd doctor says what a folder is taken for, and what is left out and why", async () => {
  const place = temporaryPlace({
    "v/.obsidian/app.json": '{"userIgnoreFilters": ["Archiv/"]}',
    "v/Archiv/alt.md": "alt",
    "v/a.md": "a",
    "v/b.mdx": "b",
    "v/c.md": "---\npublish: false\n---\nc",
    "v/Plan.canvas": "{}",
  });
  const { stdout } = await place.pd(["doctor", "--vault", "v", "--json"]);
  const found = (JSON.parse(stdout).data.findings as { about: string; message: string }[]).filter(
    ({ about }) => about === "folder",
  );
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^an Obsidian vault, part of a git repository; reads 2 \.md, 1 \.mdx; leaves out .*by Obsidian's settings.*\(Archiv\/\).*1 note by what they say.*; passes over 1 \.canvas$/u,
    ),
  ]);
});
