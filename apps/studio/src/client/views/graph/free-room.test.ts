import { expect, test } from "vitest";
import { createFreeRoom } from "./free-room.js";

const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });

test("a name has a place unless it would run over another, and each frame begins anew", () => {
  const room = createFreeRoom();
  expect(room.take(box(0, 0))).toBe(true);
  expect(room.take(box(9, 9))).toBe(false);
  expect(room.take(box(10, 0))).toBe(true);
  expect(room.take(box(0, 10))).toBe(true);
  room.clear();
  expect(room.take(box(9, 9))).toBe(true);
});
