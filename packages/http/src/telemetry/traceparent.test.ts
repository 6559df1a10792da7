import { expect, test } from "vitest";
import { passedOn, traceParentOf } from "./traceparent.js";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

test("a trace is read, and passed on with another parent", () => {
  const read = traceParentOf(`00-${trace}-${parent}-01`);
  expect(read).toEqual({ traceId: trace, parentId: parent, flags: "01" });
  expect(passedOn(read!, "1111111111111111")).toBe(`00-${trace}-1111111111111111-01`);
  expect(passedOn(read!)).not.toBe(passedOn(read!));
});

test("a later version may say more", () => {
  expect(traceParentOf(`01-${trace}-${parent}-01-more`)).toMatchObject({ traceId: trace });
});

test.each([
  null,
  "",
  `ff-${trace}-${parent}-01`,
  `00-${"0".repeat(32)}-${parent}-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${trace}-${parent}-01-more`,
  `00-${trace}-${parent}`,
  `00-${trace}-${parent}-1`,
  `01-${trace}-${parent}-01-${"a".repeat(300)}`,
])("%j is none", (header) => expect(traceParentOf(header)).toBeUndefined());
