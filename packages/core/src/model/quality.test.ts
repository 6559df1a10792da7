import fc from "fast-check";
import { expect, test } from "vitest";
import { heldAgainst, type QualityCounts, qualityOf } from "./quality.js";

const NONE: QualityCounts = {
  nodes: 25,
  brokenLinks: 0,
  withoutDescription: 0,
  orphans: 0,
  withoutType: 0,
  circularPairs: 0,
  withoutDomain: 0,
  clusters: 0,
  clustersWithMap: 0,
  deadEnds: 25,
};

test("R3.7 up to 25 notes each fault costs its points", () => {
  expect(qualityOf({ ...NONE, brokenLinks: 2, orphans: 1 })).toEqual({ score: 77, grade: "B" });
});

test("R3.7a the same faults per note make the same grade, whatever the size", () => {
  const count = fc.nat(3);
  fc.assert(
    fc.property(
      fc.record({ brokenLinks: count, orphans: count, withoutType: count }),
      fc.integer({ min: 1, max: 300 }),
      (faults, times) => {
        const large = Object.fromEntries(Object.entries(faults).map(([name, value]) => [name, value * times]));
        const counts = { ...NONE, ...large, nodes: 25 * times, deadEnds: 25 * times };
        expect(qualityOf(counts)).toEqual(qualityOf({ ...NONE, ...faults }));
      },
    ),
  );
});

test("R3.7a a field counts as missing as far as it is in use; up to 25 notes every lack counts", () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (without, having) => {
      const held = heldAgainst(without, having);
      expect(held).toBeLessThanOrEqual(without);
      if (having === 0) expect(held).toBe(0);
      else if (without + having <= 25 || having >= without) expect(held).toBe(without);
      else expect(held).toBe(Math.min(without, Math.max(25, having)));
    }),
  );
});

test("R3.7a nothing has no grade", () => {
  expect(qualityOf({ ...NONE, nodes: 0, deadEnds: 0 })).toEqual({ score: 0 });
});
