import { expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";

/** Many small faults in front, and one grave fault in the last file, which has the fields that the others lack. */
function manyNotes(count: number): Readonly<Record<string, string>> {
  const notes = Array.from({ length: count }, (_, at) => [`docs/n${String(at).padStart(4, "0")}.md`, `Text ${at}.\n`]);
  return { ...Object.fromEntries(notes), "docs/z.md": "---\ntype: note\ndomain: d\n---\nSee [[nowhere]].\n" };
}

test("of too many findings a person is shown the gravest, wherever they are", async () => {
  const environment = { NO_COLOR: "1" };
  const place = temporaryPlace(manyNotes(60));
  const { stdout } = await place.pd(["validate", "--vault", "docs"], { terminal: 100, environment });
  expect(stdout).toContain('error[broken-link] "nowhere" is not a note of this vault.');
  expect(stdout).toMatch(/… \d+ more findings, none graver; --json has all of them/u);
  const piped = await place.pd(["validate", "--vault", "docs"]);
  expect(piped.stdout).not.toContain("more findings");
  expect(piped.stdout.match(/^ +1 {2}info\[orphan\]/gmu)).toHaveLength(61);
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

test("how often each is found, the gravest first, one below the other", async () => {
  const { stdout } = await temporaryPlace(manyNotes(12)).pd(["validate", "--vault", "docs"]);
  const counts = [...stdout.matchAll(/^ {2}([ \d]+) × (\S+)$/gmu)].map(([, count = "", name]) => ({ count, name }));
  expect(counts.length).toBeGreaterThan(3);
  expect(new Set(counts.map(({ count }) => count.length)).size).toBe(1);
  expect(counts[0]).toEqual({ count: " 1", name: "broken-link" });
});

test("R3.7 what the exit code will be is said: 1 below a threshold, 0 without one", async () => {
  const place = temporaryPlace(manyNotes(60));
  const environment = { NO_COLOR: "1" };
  const without = await place.pd(["validate", "--vault", "docs"], { terminal: 100, environment });
  expect([without.code, without.stdout]).toEqual([0, expect.stringContaining("--threshold 90 would exit with 1")]);
  const below = await place.pd(["validate", "--vault", "docs", "--threshold", "100"]);
  expect([below.code, below.stdout]).toEqual([1, expect.stringContaining("below the threshold of 100: exit code 1")]);
});
