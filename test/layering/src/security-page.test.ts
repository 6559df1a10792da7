import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "SECURITY.md"), "utf8").replace(/\s+/g, " ");

/** A file of tests as the page names it, and the tests that it names in quotes right behind it. */
const NAMED = /`([\w./-]+\.test\.ts)`((?:,? "[^"]+")*)/g;

const named = [...page.matchAll(NAMED)].map(([, file = "", titles = ""]) => ({
  file,
  titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
}));

describe("SECURITY.md", () => {
  test("names tests for its promises", () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.flatMap(({ titles }) => titles).length).toBeGreaterThan(60);
  });

  test("every file of tests that it names exists", () => {
    expect(named.map(({ file }) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("every test that it names is in that file", () => {
    const missing = named.flatMap(({ file, titles }) => {
      const source = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8").replace(/\s+/g, " ") : "";
      return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
  });
});
