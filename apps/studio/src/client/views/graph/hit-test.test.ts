import { describe, expect, test } from "vitest";
import { type Circles, hit } from "./hit-test.js";

const circles: Circles = {
  x: Float64Array.of(0, 10, 12),
  y: Float64Array.of(0, 0, 0),
  radius: Float64Array.of(2, 3, 3),
};

describe("which node is under the pointer", () => {
  test("the one that holds the point, and none between them", () => {
    expect(hit(circles, { x: 1, y: 1, slack: 0 })).toBe(0);
    expect(hit(circles, { x: 5, y: 0, slack: 0 })).toBeUndefined();
  });

  test("where two overlap, the one whose middle is nearer", () => {
    expect(hit(circles, { x: 10.5, y: 0, slack: 0 })).toBe(1);
    expect(hit(circles, { x: 11.5, y: 0, slack: 0 })).toBe(2);
  });

  test("a little beside counts, and what is under the pointer before what is beside it", () => {
    expect(hit(circles, { x: -3, y: 0, slack: 2 })).toBe(0);
    expect(hit(circles, { x: -5, y: 0, slack: 2 })).toBeUndefined();
    expect(hit(circles, { x: 2, y: 0, slack: 20 })).toBe(0);
  });

  test("a node that is hidden has no radius and is never hit", () => {
    const hidden = { x: Float64Array.of(0), y: Float64Array.of(0), radius: Float64Array.of(Number.NEGATIVE_INFINITY) };
    expect(hit(hidden, { x: 0, y: 0, slack: 5 })).toBeUndefined();
  });
});
