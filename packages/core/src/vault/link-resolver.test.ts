import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { type Called, createLinkResolver } from "./link-resolver.js";

const note = (path: string, name = "", ...aliases: string[]): Called => ({ path, name, aliases });
const notes = [
  note("Home.md", "Welcome"),
  note("concepts/Budgets.md", "Token budgets", "The ceiling", "上限"),
  note("concepts/levels.md"),
  note("guides/levels.md"),
  note("guides/Getting Started.md"),
  note("guides/index.md", "All guides"),
  note("skills/pdf/SKILL.md", "pdf"),
  note("Café.md"),
  note("a/b/deep/Deep note.md"),
  note("content/en/docs/concepts/overview/_index.md", "Overview"),
  note("concepts/v1.2 notes.md"),
];
const resolver = createLinkResolver(notes);
const pathOf = (number: number | undefined) => (number === undefined ? undefined : notes[number]?.path);

describe("R3.3 wikilinks resolve as in Obsidian", () => {
  test.each([
    ["Budgets", "Home.md", "concepts/Budgets.md"],
    ["budgets", "Home.md", "concepts/Budgets.md"],
    ["Budgets.md", "Home.md", "concepts/Budgets.md"],
    ["The ceiling", "Home.md", "concepts/Budgets.md"],
    ["上限", "Home.md", "concepts/Budgets.md"],
    ["Token budgets", "Home.md", "concepts/Budgets.md"],
    ["concepts/levels", "guides/index.md", "concepts/levels.md"],
    ["levels", "guides/index.md", "guides/levels.md"],
    ["levels", "concepts/Budgets.md", "concepts/levels.md"],
    ["levels", "Home.md", "concepts/levels.md"],
    ["./levels", "guides/index.md", "guides/levels.md"],
    ["../concepts/levels", "guides/index.md", "concepts/levels.md"],
    ["deep/Deep note", "Home.md", "a/b/deep/Deep note.md"],
    ["/concepts/levels", "guides/index.md", "concepts/levels.md"],
    ["guides", "Home.md", "guides/index.md"],
    ["pdf", "Home.md", "skills/pdf/SKILL.md"],
    ["Cafe\u0301", "Home.md", "Café.md"],
    ["v1.2 notes", "Home.md", "concepts/v1.2 notes.md"],
    ["../../outside", "guides/index.md", undefined],
    ["No such note", "Home.md", undefined],
    ["", "Home.md", undefined],
    ["__proto__", "Home.md", undefined],
    ["constructor", "Home.md", undefined],
  ])("[[%s]] in %s is %s", (target, from, expected) => {
    expect(pathOf(resolver.wikilink(target, from))).toBe(expected);
  });
});

describe("R3.3 paths resolve as on GitHub", () => {
  test.each([
    ["../concepts/Budgets.md", "guides/index.md", "concepts/Budgets.md"],
    ["levels.md", "guides/index.md", "guides/levels.md"],
    ["levels", "guides/index.md", "guides/levels.md"],
    ["Getting%20Started.md", "guides/index.md", "guides/Getting Started.md"],
    ["guides/", "Home.md", "guides/index.md"],
    ["/concepts/levels.md", "guides/index.md", "concepts/levels.md"],
    ["Caf%C3%A9.md", "Home.md", "Café.md"],
    ["levels.md?plain=1", "guides/index.md", "guides/levels.md"],
    ["/docs/concepts/overview/", "Home.md", "content/en/docs/concepts/overview/_index.md"],
    ["100%.md", "Home.md", undefined],
    ["../../../etc/passwd", "guides/index.md", undefined],
    ["missing/levels.md", "Home.md", undefined],
    ["image.png", "Home.md", undefined],
  ])("(%s) in %s is %s", (target, from, expected) => {
    expect(pathOf(resolver.path(target, from))).toBe(expected);
  });
});

test("of two notes with one alias the nearer is meant, whoever asked first", () => {
  const shared = createLinkResolver([note("a/one.md", "One", "same"), note("b/two.md", "Two", "same")]);
  expect(shared.wikilink("same", "a/x.md")).toBe(0);
  expect(shared.wikilink("same", "b/x.md")).toBe(1);
  expect(shared.wikilink("same", "a/x.md")).toBe(0);
});

test("R1.6 every note is found by its own path", () => {
  for (const { path } of notes) expect(pathOf(resolver.reference(path))).toBe(path);
});

test("no target, however odd, throws or leaves the vault", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom("Home.md", "a/b/c.md"), (target, from) => {
      for (const found of [resolver.wikilink(target, from), resolver.path(target, from), resolver.reference(target)]) {
        expect(found === undefined || notes[found] !== undefined).toBe(true);
      }
    }),
    { numRuns: propertyRuns() },
  );
});
