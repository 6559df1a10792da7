import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { noteIds, slug, stemOf } from "./note-id.js";

describe("R3.2 a slug is readable and keeps names apart", () => {
  test.each([
    ["Hard Ceiling", "hard-ceiling"],
    ["C", "c"],
    ["C++", "c++"],
    ["C#", "c-sharp"],
    ["F#", "f-sharp"],
    [".NET", ".net"],
    ["漸進式揭露", "漸進式揭露"],
    ["Émile  Zola_(author)", "émile-zola-author"],
    ["🚀 Launch", "🚀-launch"],
    ["What? Why!", "what-why"],
    ["..", ".."],
  ])("%s becomes %s", (text, expected) => {
    expect(slug(text)).toBe(expected);
  });

  test("never empty, never without bounds, never with #", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const made = slug(text);
        expect(made).not.toBe("");
        expect([...made].length).toBeLessThanOrEqual(80);
        expect(made).not.toMatch(/[#\s\p{Cc}]/u);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("long names that differ at their end stay different", () => {
    expect(slug(`${"a".repeat(100)}1`)).not.toBe(slug(`${"a".repeat(100)}2`));
  });
});

test("a file whose name says nothing is called after its folder", () => {
  expect(["a/SKILL.md", "a/index.md", "README.md", "docs/readme.md", "a/b.md"].map(stemOf)).toEqual([
    "a",
    "a",
    "README",
    "docs",
    "b",
  ]);
});

describe("ids", () => {
  test("take the path where two would collide", () => {
    const notes = ["a/Setup.md", "b/setup.md", "c/Other.md"].map((path) => ({ path, type: "note" }));
    expect(noteIds(notes)).toEqual(["note:a/setup", "note:b/setup", "note:other"]);
  });

  test("are unique whatever the paths", () => {
    const path = fc.array(fc.constantFrom("a", "A", "a b", "a-b", "漢", "#", "?", "!", "x".repeat(90)), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          path.map((parts) => `${parts.join("/")}.md`),
          { maxLength: 30 },
        ),
        (paths) => {
          const ids = noteIds(paths.map((one) => ({ path: one, type: "note" })));
          expect(new Set(ids).size).toBe(paths.length);
        },
      ),
      { numRuns: propertyRuns() },
    );
  });

  test("are the same whatever their order, and holes have none", () => {
    const notes = ["a b.md", "a-b.md", "A b.md", "x/a b.md", "c.md"].map((path) => ({ path, type: "note" }));
    const ids = noteIds(notes);
    expect(noteIds([...notes, undefined].reverse())).toEqual(["", ...ids.toReversed()]);
    expect(ids[4]).toBe("note:c");
  });
});
