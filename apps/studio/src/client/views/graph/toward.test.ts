import { describe, expect, test } from "vitest";
import { toward } from "./toward.js";

describe("arrow keys", () => {
  const around = [
    { name: "right", x: 10, y: 1 },
    { name: "far right", x: 100, y: 0 },
    { name: "down", x: 1, y: 10 },
  ];
  const start = { x: 0, y: 0 };
  test("go to the nearest in their direction, and nowhere where nothing is", () => {
    expect(toward(start, "ArrowRight", around)?.name).toBe("right");
    expect(toward(start, "ArrowDown", around)?.name).toBe("down");
    expect(toward(start, "ArrowLeft", around)).toBeUndefined();
    expect(toward(start, "x", around)).toBeUndefined();
  });
});
