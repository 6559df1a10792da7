import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { type CalledNote, resolverFor } from "../testing/testing-resolver.js";

const note = (path: string, name = "", ...aliases: string[]): CalledNote => ({ path, name, aliases });
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
const resolver = resolverFor(notes);
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
  const shared = resolverFor([note("a/one.md", "One", "same"), note("b/two.md", "Two", "same")]);
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

describe("R3.3 a name that several notes have", () => {
  const parts = fc.constantFrom("a", "A", "Straße", "über", "U\u0308ber", "README", "index");
  const path = fc.array(parts, { minLength: 1, maxLength: 4 }).map((names) => `${names.join("/")}.md`);
  const called = fc.record({ path, name: parts, aliases: fc.array(parts, { maxLength: 2 }) });
  const vault = fc.uniqueArray(called, { selector: (one) => one.path, minLength: 1, maxLength: 30 });
  const target = fc.array(parts, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));

  test("means the one written so, then a plain note, then the one beside it, then the one nearest to the root", () => {
    fc.assert(
      fc.property(vault, target, path, (all, asked, from) => {
        const found = resolverFor(all).wikilink(asked, from);
        expect(found === undefined ? undefined : all[found]?.path).toBe(lookedThrough(all, asked, from));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("R1.6 is named with its namesakes, the one that is meant first; a path is not", () => {
    const notes = [
      note("b/dup.md"),
      note("a/Größe.md", "dup"),
      note("c/dup.md"),
      note("x/one.md", "Solo"),
      note("top.md"),
    ];
    const shared = resolverFor(notes);
    expect(shared.namesakes("dup").map((at) => notes[at]?.path)).toEqual(["b/dup.md", "c/dup.md", "a/Größe.md"]);
    for (const exact of ["b/dup", "c/dup.md", "/b/dup", "top", "Solo", "one", "größe", "nobody"])
      expect(shared.namesakes(exact)).toEqual([]);
    const many = resolverFor(Array.from({ length: 40 }, (_, at) => note(`f${at}/dup.md`)));
    expect(many.namesakes("dup")).toHaveLength(5);
    expect(many.namesakes("dup")[0]).toBe(many.reference("dup"));
    // At the root its name is its path.
    expect(resolverFor([note("dup.md"), note("a/dup.md")]).namesakes("dup")).toEqual([]);
    const endings = [note("p/x/dup.md"), note("q/x/dup.md")];
    expect(resolverFor(endings).namesakes("x/dup")).toEqual([0, 1]);
  });
});

/** The same by looking at every note for every link. */
function lookedThrough(all: readonly CalledNote[], asked: string, from: string): string | undefined {
  const key = (text: string) => text.normalize("NFC").toLowerCase();
  const plain = (path: string) => path.slice(0, -".md".length);
  const folder = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const stands = ({ path }: CalledNote) => /(?:^|\/)(?:readme|index)\.md$/iu.test(path);
  const ends = (text: string, ending: string) => text === ending || text.endsWith(`/${ending}`);
  const standsFor = (one: CalledNote) => (stands(one) && folder(one.path) !== "" ? folder(one.path) : "\0");
  const written = (one: CalledNote) => plain(one.path).endsWith(asked) && ends(plain(one.path), asked);
  const ways: readonly ((one: CalledNote) => boolean)[] = asked.includes("/")
    ? [
        (one) => [plain(one.path), standsFor(one)].some((path) => key(path) === key(asked)),
        (one) => [plain(one.path), standsFor(one)].some((path) => ends(key(path), key(asked))),
      ]
    : [(one) => [plain(one.path), standsFor(one)].some((path) => ends(key(path), key(asked)))];
  const byName = (one: CalledNote) => [one.name, ...one.aliases].some((name) => key(name) === key(asked));
  const group = [...ways, byName].map((way) => all.filter(way)).find((some) => some.length > 0) ?? [];
  const isByName = !ways.some((way) => group.some(way));
  const exact = group.filter((one) => !isByName && written(one));
  const eligible = exact.length > 0 ? exact : group;
  const files = eligible.filter((one) => !stands(one));
  const left = files.length > 0 ? files : eligible;
  const beside = left.filter(({ path }) => folder(path) === folder(from));
  return (beside.length > 0 ? beside : left).toSorted(
    (a, b) => a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1),
  )[0]?.path;
}
