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
  const [, , ours, theirs] = row(readme, "share of the answering passages");

  test.each([...[500, 1000, 2000, 4000].entries()])("evidence, budget %i: %i tokens", (index, budget) => {
    const [, , measured, against] = row(results, `evidence in ${budget} tokens`);
    expect(figuresIn(ours)[index]).toBe(figuresIn(measured)[0]);
    expect(figuresIn(theirs)[index]).toBe(figuresIn(against)[0]);
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

  test("skills in a prompt, as the chart has them", () => {
    const [, , own, all] = row(readme, "50 real skills in a prompt");
    const chart = read("benchmarks/charts/catalogue.svg").replaceAll(",", "");
    for (const figure of [...figuresIn(own), ...figuresIn(all)]) expect(chart).toContain(String(figure));
  });
});
