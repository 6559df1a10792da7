import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { parseJson } from "./body.js";
import { hasTooManyValues } from "./json-values.js";

const MOST = 20_000;
const list = (count: number, value: string) => `[${Array.from({ length: count }, () => value).join(",")}]`;

test.each([
  ["keys", `{${Array.from({ length: MOST }, (_, at) => `"k${at}":1`).join(",")}}`],
  ["a list", list(MOST, "1")],
  ["lists in one another", "[".repeat(MOST) + "]".repeat(MOST)],
  ["objects in one another", `${'{"a":'.repeat(MOST)}1${"}".repeat(MOST)}`],
  ["empty objects", list(MOST / 2, "{}")],
  ["what never ends", `{"a":"\\"",${"[".repeat(MOST)}`],
])("R7.3 too many values are told before they are parsed: %s", (_, json) => {
  expect(hasTooManyValues(json)).toBe(true);
  expect(parseJson(new TextEncoder().encode(json))).toMatchObject({
    refused: { status: 400, error: { code: "input-invalid", where: "body" } },
  });
});

test.each([
  ["one fewer", list(MOST - 2, "1")],
  ["a text with all marks in it", JSON.stringify({ query: '[{,"\\'.repeat(MOST) })],
  ["a text that never ends", `{"a":"${",".repeat(2 * MOST)}`],
  ["a text that ends in a backslash", `{"a":"${",".repeat(2 * MOST)}\\`],
])("others are not: %s", (_, json) => {
  expect(hasTooManyValues(json)).toBe(false);
});

test("marks within texts never count, however they are written", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'\\"[]{},:a\n') }), { maxLength: 20 }), (texts) => {
      const json = JSON.stringify([...texts, ",".repeat(MOST)]);
      expect(hasTooManyValues(json)).toBe(false);
      expect(hasTooManyValues(`${json.slice(0, -1)},${list(MOST, "1")}]`)).toBe(true);
    }),
    { numRuns: propertyRuns(0.1) },
  );
});
