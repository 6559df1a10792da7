import { describe, expect, test } from "vitest";
import { findReferences } from "../links/links.js";
import { sentenceAround } from "./sentences.js";

function sentences(text: string): string[] {
  return findReferences(text).links.map((link) => sentenceAround(text, link.start));
}

describe("R3.3 each link has its sentence", () => {
  test.each([
    ["One. See [[a|A]] for more. Three.", "See A for more."],
    ["First! Is it [[a]]? Last.", "Is it a?"],
    ["See e.g. [[a]] by Dr. Who. Next.", "See e.g. a by Dr. Who."],
    ["Version 2.1 of [a](b.md) is out. Next.", "Version 2.1 of a is out."],
    ["He said “stop.” Then [[a]] came.", "Then a came."],
    ["一つ目。これは[[甲|乙]]です。三つ目。", "これは乙です。"],
    ["A paragraph\nover [[a]] two\nlines. End.", "A paragraph over a two lines."],
    ["A [[Dr. No. Really]] link. End.", "A Dr. No. Really link."],
    ["**Bold** `code` and [x](a.md) or [y](http://b).", "Bold code and x or y."],
    ["# Heading with [[a]]\n\nText.", "Heading with a"],
    ["> quoted\n> text [[a]] goes\n> on. End.", "quoted text a goes on."],
    ["- item one\n- see [[a]]\n- item three", "see a"],
    ["- [ ] do [[a]] soon", "do a soon"],
    ["para before\n\n[[a]] alone\n\nafter", "a alone"],
    ["| a | b |\n|---|---|\n| x [[c\\|d]] y | other |\n", "x d y"],
    ["| a | b |\n|---|---|\n| first | Foo. Bar [[c]] |\n", "Bar c"],
  ])("%j", (text, sentence) => {
    expect(sentences(text)).toEqual([sentence]);
  });

  test("a heading that a link names ends no sentence of another link", () => {
    const text = "Zuerst kommt [[b#Halt! Jetzt]], dann [[c]], zuletzt [[d#なに？ はい]] am Fluss. Ende.";
    const whole = "Zuerst kommt b#Halt! Jetzt, dann c, zuletzt d#なに？ はい am Fluss.";
    expect(sentences(text)).toEqual([whole, whole, whole]);
  });

  test("latin1 text is read as what it is", () => {
    const text = "Größe. Über [[a]] née。次";
    const latin1 = Buffer.from(text).toString("latin1");
    expect(sentenceAround(latin1, latin1.indexOf("[["), { latin1: true })).toBe("Über a née。");
  });

  test("a long sentence is cut around its link, at 300 characters", () => {
    for (const words of [0, 30, 60, 120, 250]) {
      const text = `${"word ".repeat(words)}[[target note]]${" after".repeat(300)}`;
      const [sentence = ""] = sentences(text);
      expect(sentence).toContain("target note");
      expect(sentence.length).toBeLessThanOrEqual(300);
    }
  });

  test("no text, no sentence", () => {
    expect(sentenceAround("", 0)).toBe("");
    expect(sentenceAround("a\n\nb", 1)).toBe("");
    expect(sentenceAround("```\na\n```", 4)).toBe("");
  });
});
