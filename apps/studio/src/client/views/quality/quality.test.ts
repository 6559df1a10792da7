import { type Finding, type QualityCounts, qualityOf } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { findingGroups, placeOf } from "./finding-groups.js";
import { scoreSum } from "./score-parts.js";

const NONE: QualityCounts = {
  nodes: 10,
  brokenLinks: 0,
  withoutDescription: 0,
  orphans: 0,
  withoutType: 0,
  circularPairs: 0,
  withoutDomain: 0,
  clusters: 0,
  clustersWithMap: 0,
  deadEnds: 10,
};

describe("R3.7 a score written out", () => {
  test("the parts add up to the score that core gives", () => {
    const small = fc.nat({ max: 12 });
    const counts = fc.record({
      nodes: fc.integer({ min: 1, max: 100 }),
      brokenLinks: small,
      withoutDescription: small,
      orphans: small,
      withoutType: small,
      circularPairs: small,
      withoutDomain: small,
      clusters: fc.integer({ min: 5, max: 9 }),
      clustersWithMap: fc.nat({ max: 5 }),
      deadEnds: fc.nat({ max: 1 }),
    });
    fc.assert(
      fc.property(counts, (given) => {
        const { start, faults, afterFaults, isFloored, rewards, isCapped, score } = scoreSum(given);
        const points = (parts: readonly { points: number }[]) => parts.reduce((sum, part) => sum + part.points, 0);
        const left = start + points(faults);
        expect(afterFaults).toBe(isFloored ? 0 : left);
        const sum = afterFaults + points(rewards);
        // Each reward is rounded for show, so that the sum may be off by one at the last digit.
        expect(Math.abs((isCapped ? 100 : sum) - score)).toBeLessThanOrEqual(0.7);
        expect(score).toBe(qualityOf(given).score);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("each fault has its weight", () => {
    const { faults, score, grade } = scoreSum({ ...NONE, brokenLinks: 2, orphans: 1 });
    expect(faults.filter(({ points }) => points !== 0).map(({ code, points }) => [code, points])).toEqual([
      ["broken-link", -20],
      ["orphan", -3],
    ]);
    expect([score, grade]).toEqual([77, "B"]);
  });

  test("many faults end at 0, and say so", () => {
    expect(scoreSum({ ...NONE, brokenLinks: 50 })).toMatchObject({
      afterFaults: 0,
      isFloored: true,
      score: 0,
      grade: "F",
    });
  });
});

describe("findings by kind and file", () => {
  const finding = (code: string, severity: Finding["severity"], file: string, line = 1): Finding => ({
    code,
    severity,
    file,
    line,
    message: `Something about ${code}`,
  });
  const all = [
    finding("no-type", "info", "a.md"),
    finding("orphan", "info", "b.md"),
    finding("broken-link", "error", "b.md", 7),
    finding("broken-link", "error", "a.md", 3),
    finding("broken-link", "error", "b.md", 9),
  ];

  test("the gravest kind comes first, then what costs most", () => {
    expect(findingGroups(all).map(({ code, count, points }) => [code, count, points])).toEqual([
      ["broken-link", 3, 10],
      ["orphan", 1, 3],
      ["no-type", 1, 2],
    ]);
  });

  test("each kind has its files, each file its lines in order", () => {
    const [broken] = findingGroups(all);
    expect(broken?.files.map(({ file, findings }) => [file, findings.map(placeOf)])).toEqual([
      ["b.md", ["b.md:7", "b.md:9"]],
      ["a.md", ["a.md:3"]],
    ]);
  });

  test("a filter is by kind, by severity and by words that all must be there", () => {
    expect(findingGroups(all, { code: "orphan" }).map(({ code }) => code)).toEqual(["orphan"]);
    expect(findingGroups(all, { severity: "info" }).map(({ code }) => code)).toEqual(["orphan", "no-type"]);
    expect(findingGroups(all, { words: "B.MD broken" }).flatMap(({ files }) => files.map(({ file }) => file))).toEqual([
      "b.md",
    ]);
    expect(findingGroups(all, { words: "nowhere" })).toEqual([]);
  });
});
