import { expect, test } from "vitest";
import { createSlots } from "./slots.js";

test("so many at once and no more; a place is given back once", () => {
  const slots = createSlots(2);
  const [first, second] = [slots.take(), slots.take()];
  expect(slots.take()).toBeUndefined();
  first?.();
  first?.();
  expect(slots.taken).toBe(1);
  expect(slots.take()).toBeDefined();
  expect(slots.take()).toBeUndefined();
  second?.();
  expect(slots.taken).toBe(1);
});
