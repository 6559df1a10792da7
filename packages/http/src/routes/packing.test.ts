import { expect, test } from "vitest";
import { accepted } from "./packing.js";

test.each([
  ["br", "br"],
  ["gzip, br", "br"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0, gzip;q=0.000", undefined],
  ["br;q=0.1", "br"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["identity", undefined],
  ["", undefined],
  ["*;q=0", undefined],
  ["bro, gzipped, __proto__", undefined],
  [`${"a,".repeat(1000)}br`, undefined],
])("of %j the server takes %s", (header, encoding) => {
  expect(accepted(header, ["br", "gzip"])).toBe(encoding);
});
