import { expect, test } from "vitest";
import { bestHitIn, sourcesIn } from "./sources.js";

test("a note in full is a source with its description, a pack one a note, whatever its path", () => {
  const full = "## [full] über uns/eine Notiz.md Wir (note): Was wir tun. #a #b\n\n# Wir\n\nText.\n";
  expect(sourcesIn(full)).toMatchObject([
    { from: "über uns/eine Notiz.md", title: "Wir", description: "Was wir tun." },
  ]);
  const pack =
    "## a/price-tags.md\n@14\n\nOne.\n\n@17-19 Head\n\nTwo.\n\n## b.md 河流\n@3\n\nThree.\n\n[9 of 10 tokens]";
  expect(sourcesIn(pack)).toMatchObject([
    { from: "a/price-tags.md", title: "price tags", text: expect.stringMatching(/One\.[^@]*Two\./) },
    { from: "b.md", title: "河流" },
  ]);
});

test("a heading of a text is no source, and the best hit has its price", () => {
  expect(sourcesIn("## Just a heading\n\nand words")).toEqual([]);
  const list =
    "- [scan] a b/c d.md The name (note, 233 tokens) → @17-17 (42): What it is. #x\n- [scan] e.md (9 tokens): y";
  expect(bestHitIn(list)).toEqual({ id: "a b/c d.md", title: "The name", price: 233 });
  expect(bestHitIn("nothing")).toBeUndefined();
});
