import { processorTime } from "pd-tooling/processor-time";
import { expect, test } from "vitest";
import { createIgnore } from "./ignore.js";

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
  ["[]].md", "].md", false, true],
  ["[!]a].md", "].md", false, false],
  ["[a.md", "[a.md", false, true],
  ["**", "a/b.md", false, true],
  ["**/**/b.md", "a/a/b.md", false, true],
  ["a/**/**", "a/b.md", false, true],
  ["a\\", "a\\", false, true],
  ["\\[a].md", "[a].md", false, true],
  ["*[xy].md", "axbx.md", false, true],
  ["[\\]a].md", "].md", false, true],
  ["[a\\-c].md", "-.md", false, true],
  ["[a\\-c].md", "b.md", false, false],
  ["[a-].md", "-.md", false, true],
  ["[--a].md", "A.md", false, true],
  ["[[:digit:][:upper:]]*.md", "B1.md", false, true],
  ["[[:digit:][:upper:]]*.md", "b1.md", false, false],
  ["[![:alpha:]].md", "1.md", false, true],
  ["a\\ ", "a ", false, true],
  ["a  ", "a", false, true],
  ["a\\\\ ", "a\\", false, true],
  ["a//b.md", "a/b.md", false, false],
  ["//a.md", "a.md", false, false],
  ["a/**", "a", true, false],
  ["a/**", "a/b", true, true],
  ["a/**", "a/b/c.md", false, true],
  ["/**", "a.md", false, true],
  ["a/**\n!a/keep.md", "a/keep.md", false, false],
  ["a/***/c.md", "a/b/b/c.md", false, true],
  ["a[b/c]d.md", "abd.md", false, true],
  ["a[b/c]d.md", "acd.md", false, true],
  ["a[b/c]d.md", "a/d.md", false, false],
  ["a[b/c]d.md", "x/abd.md", false, false],
  ["x/[!/]b.md", "x/ab.md", false, true],
  ["[x/y]", "x", true, true],
  ["a\\/b.md", "a/b.md", false, true],
  ["Privé/", "Prive\u0301", true, true],
  ["Prive\u0301/", "Privé", true, true],
  ["*é.md", "Cafe\u0301.md", false, true],
  ["x.md\ry.md\rz.md", "y.md", false, true],
])("%j on %s", (rules, path, isFolder, ignored) => {
  expect(createIgnore(rules)(path, isFolder)).toBe(ignored);
});

test("R7.3 rules that were made to take long cost no more than their length, on every name there can be", () => {
  const rules = [
    Array.from({ length: 900 }, (_, at) => `*${"a".repeat(40 + (at % 20))}b`).join("\n"),
    Array.from({ length: 900 }, (_, at) => `${"*a".repeat(20 + (at % 10))}b`).join("\n"),
    Array.from({ length: 900 }, (_, at) => `*${"?".repeat(40 + (at % 20))}b*`).join("\n"),
    `*${"[".repeat(60_000)}`,
    `*[${"b".repeat(60_000)}]`,
    `*${"[\\]".repeat(20_000)}`,
    `*${"[[:".repeat(20_000)}`,
    `${"*[a]".repeat(15_000)}b`,
    `${"**/".repeat(20_000)}b`,
    `${"**/a/".repeat(12_000)}b`,
    `${"a/".repeat(30_000)}b`,
  ];
  for (const text of rules) {
    const ignored = createIgnore(text);
    const look = () => {
      for (let name = 0; name < 8; name += 1) {
        expect(ignored(`${"a".repeat(230)}${name}`, false)).toBe(false);
        expect(ignored(`${"[".repeat(230)}${name}`, false)).toBe(false);
        expect(ignored(`${"a/".repeat(60)}${name}`, false)).toBe(false);
      }
    };
    expect(processorTime(look, 250)).toBeLessThan(250);
  }
});
