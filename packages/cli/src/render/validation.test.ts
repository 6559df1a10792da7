import { expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";

/** Many small faults in front, and one grave fault in the last file. */
function manyNotes(count: number): Readonly<Record<string, string>> {
  const notes = Array.from({ length: count }, (_, at) => [`docs/n${String(at).padStart(4, "0")}.md`, `Text ${at}.\n`]);
  return { ...Object.fromEntries(notes), "docs/z.md": "See [[nowhere]].\n" };
}

test("of too many findings a person is shown the gravest, wherever they are", async () => {
  const { stdout } = await temporaryPlace(manyNotes(60)).pd(["validate", "--vault", "docs"]);
  expect(stdout).toContain('error[broken-link] "nowhere" is no note of this vault.');
  expect(stdout).toMatch(/… \d+ more findings, none graver; --json has all of them/u);
});

test("R6.4 what is said to have all findings has all of them", async () => {
  const place = temporaryPlace(manyNotes(300));
  const { stdout, stderr } = await place.pd(["validate", "--vault", "docs"], {
    terminal: 100,
    environment: { NO_COLOR: "1" },
  });
  const [, rest = ""] = /none graver; (--json --limit \d+) has all/u.exec(stdout) ?? [];
  const [, all = ""] = /, ([\d,]+) findings\n/u.exec(stdout) ?? [];
  const whole = JSON.parse((await place.pd(["validate", "--vault", "docs", ...rest.split(" ")])).stdout);
  expect(whole.data.findings).toHaveLength(Number(all.replaceAll(",", "")));
  expect(stderr).toContain("pd explain broken-link");
});

test("how often each is found, the most frequent first, one below the other", async () => {
  const { stdout } = await temporaryPlace(manyNotes(12)).pd(["validate", "--vault", "docs"]);
  const counts = [...stdout.matchAll(/^ {2}([ \d]+) × (\S+)$/gmu)].map(([, count = ""]) => count);
  expect(counts.length).toBeGreaterThan(3);
  expect(new Set(counts.map(({ length }) => length)).size).toBe(1);
  expect(counts.map(Number)).toEqual(counts.map(Number).toSorted((a, b) => b - a));
});
