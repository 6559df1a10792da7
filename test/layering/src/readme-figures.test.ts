import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const readme = read("README.md");
const results = read("benchmarks/RESULTS.md");

/** The cells of the row that begins like this. */
function row(page: string, beginning: string): readonly string[] {
  const line = page.split("\n").find((text) => text.startsWith(`| ${beginning}`));
  expect(line, beginning).toBeDefined();
  return (line ?? "").split("|").map((cell) => cell.trim());
}

const figuresIn = (text = "") => (text.replaceAll(",", "").match(/(?<![\w.])\d+(?:\.\d+)?/gu) ?? []).map(Number);

/** The second figure is the first one with fewer digits. */
function isRounded(exact = Number.NaN, shorter = Number.NaN): boolean {
  const digits = String(shorter).split(".")[1]?.length ?? 0;
  return Math.abs(exact - shorter) <= 0.5 * 10 ** -digits + 1e-9;
}

describe("a figure in the README is the one that the benchmarks printed", () => {
  const [, , ours, theirs] = row(readme, "share of the answering paragraphs");

  test.each([...[250, 500, 1000, 2000].entries()])("evidence, budget %i: %i tokens", (index, budget) => {
    const [, , measured, against] = row(results, `evidence in ${budget} tokens, musique, linked`);
    expect(figuresIn(ours)[index]).toBe(figuresIn(measured)[0]);
    expect(figuresIn(theirs)[index]).toBe(figuresIn(against)[0]);
  });

  test("tokens until all evidence was seen, over linked notes and at the best and worst of the languages", () => {
    const [, , said] = row(readme, "tokens read until all that answers a question was seen");
    const measured = results.split("\n").filter((line) => line.startsWith("| tokens until all evidence was seen,"));
    const ratios = measured.map((line) => figuresIn(line.split("|")[2])[0] ?? Number.NaN);
    expect(figuresIn(said)).toEqual([ratios[0], Math.min(...ratios), Math.max(...ratios)]);
  });

  test("search: the index, and real notes by their descriptions", () => {
    const [, , , index] = row(readme, "building an index");
    expect(isRounded(figuresIn(row(results, "building an index of 10,000 notes")[2])[0], figuresIn(index)[0])).toBe(
      true,
    );
    const [, , own, peer] = row(readme, "293 real notes found by their descriptions");
    const [, , measured, against] = row(results, "nDCG@10, 293 real notes");
    expect(isRounded(figuresIn(own)[0], figuresIn(measured)[0])).toBe(true);
    expect(isRounded(figuresIn(peer)[0], figuresIn(against)[0])).toBe(true);
  });

  test("frontmatter of real skills", () => {
    const [, , , said] = row(readme, "frontmatter of");
    const measured = results.split("\n").filter((line) => line.startsWith("| heads of real skills |"));
    expect(figuresIn(said)).toEqual(measured.map((line) => figuresIn(line)[0]));
  });

  test("what a note costs at each level", () => {
    const [, , own, all] = row(readme, "a note of a real vault at level 1 / 2 / 3");
    const measured = [1, 2, 3, 4].map((level) => figuresIn(row(results, `a real vault: mean at level ${level}`)[2])[0]);
    expect([...figuresIn(own), ...figuresIn(all)]).toEqual(measured);
  });

  test("tokens until a question is answered", () => {
    const [, , own, other] = row(readme, "tokens until a question over long notes is answered");
    const [, , measured, against] = row(results, "long notes, until a question is answered");
    expect(figuresIn(own).at(-1)).toBe(figuresIn(measured)[0]);
    expect(figuresIn(other)).toEqual(figuresIn(against));
  });

  test("skills in a prompt, as the chart has them", () => {
    const [, , own, all] = row(readme, "50 real skills in a prompt");
    const chart = read("benchmarks/charts/catalogue.svg").replaceAll(",", "");
    for (const figure of [...figuresIn(own), ...figuresIn(all)]) expect(chart).toContain(String(figure));
  });

  test("aims: how many are met, and each that was missed", () => {
    const [, met, all] = /Aims: (\d+) of (\d+) met/u.exec(results) ?? [];
    const paragraph = readme.split("\n\n").find((text) => text.startsWith(`${met} of ${all} aims are met.`));
    const told = figuresIn(paragraph);
    for (const line of results.split("\n").filter((text) => text.endsWith("| **missed** |")))
      expect(told, line).toContain(figuresIn(line.split("|")[2])[0]);
  });
});
