import { expect, test } from "vitest";
import { retryAfter } from "./retry-after.js";

const now = Date.parse("2030-01-01T00:00:00Z");

test.each([
  [{ "retry-after": "2" }, 2000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after-ms": "30", "retry-after": "2" }, 30],
  [{ "retry-after": "Tue, 01 Jan 2030 00:00:10 GMT" }, 10_000],
  [{ "retry-after": "Mon, 31 Dec 2029 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-1" }, 0],
  [{}, undefined],
])("%j asks for %s ms", (headers, milliseconds) => {
  expect(retryAfter(new Headers(headers), now)).toBe(milliseconds);
});
