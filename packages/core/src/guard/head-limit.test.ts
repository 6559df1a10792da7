import { expect, test } from "vitest";
import { MAX_HEADERS, tooManyHeaders } from "./head-limit.js";

test("a request with more headers than any client sends is refused", () => {
  const headers = (count: number) => Array.from({ length: count }, (_, at) => [`x-${at}`, "é"]).flat();
  expect(tooManyHeaders(headers(MAX_HEADERS))).toBeUndefined();
  expect(tooManyHeaders(headers(MAX_HEADERS + 1))).toMatchObject({
    status: 431,
    error: { code: "head-too-large", fix: "Send at most 200 headers." },
  });
});
