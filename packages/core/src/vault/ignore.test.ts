import { expect, test } from "vitest";
import { createIgnore, matchesName } from "./ignore.js";

test.each([
  ["", "node_modules", true, true],
  ["", "a/.git", true, true],
  ["", "dist", false, false],
  ["", "notes/a.md", false, false],
  ["drafts/", "drafts", true, true],
  ["drafts/", "a/drafts", true, true],
  ["drafts/", "drafts", false, false],
  ["*.tmp.md", "a/b.tmp.md", false, true],
  ["/top.md", "top.md", false, true],
  ["/top.md", "a/top.md", false, false],
  ["a/*/c.md", "a/b/c.md", false, true],
  ["a/*/c.md", "a/b/b/c.md", false, false],
  ["a/**/c.md", "a/b/b/c.md", false, true],
  ["a/**/c.md", "a/c.md", false, true],
  ["*.md\n!keep.md", "keep.md", false, false],
  ["*.md\n!keep.md", "other.md", false, true],
  ["# a comment\n\n", "# a comment", false, false],
  ["?.md", "a.md", false, true],
  ["?.md", "ab.md", false, false],
  ["[ab].md", "b.md", false, true],
  ["[ab].md", "c.md", false, false],
  ["note[0-9]*.md", "note12.md", false, true],
  ["note[0-9]*.md", "notes.md", false, false],
  ["[!a-c].md", "d.md", false, true],
  ["[!a-c].md", "b.md", false, false],
  ["[^a].md", "b.md", false, true],
  ["[]a].md", "].md", false, true],
  ["[a.md", "[a.md", false, true],
  ["\\[a].md", "[a].md", false, true],
  ["*[xy].md", "axbx.md", false, true],
])("%j on %s", (rules, path, isFolder, ignored) => {
  expect(createIgnore(rules)(path, isFolder)).toBe(ignored);
});

test("a hostile pattern costs no more than its length times the name's", () => {
  const started = process.cpuUsage();
  expect(matchesName(`${"*a".repeat(100)}b`, "a".repeat(255))).toBe(false);
  expect(matchesName(`${"*[a]".repeat(60)}b`, "a".repeat(255))).toBe(false);
  expect(matchesName("[".repeat(5000), "a".repeat(255))).toBe(false);
  expect(createIgnore(`${"**/".repeat(300)}x`)(`${"a/".repeat(500)}y`, false)).toBe(false);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(250);
});
