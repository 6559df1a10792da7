import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { estimate } from "../counters.js";
import { anyText } from "../testing/text-classes.js";
import { storedPrice } from "./stored-price.js";

const hostile = fc.array(fc.constantFrom("\n", '"', "\\", "\t", "\u0001", "\ud800", "😀", "a", " ", "word"), {
  maxLength: 400,
});

test("R2.6 a stored price is exact for text and never too low for JSON", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        hostile.map((parts) => parts.join("")),
      ),
      (text) => {
        const price = storedPrice(text, "");
        expect(price.text).toBe(Math.max(1, estimate.count(text)));
        expect(price.json).toBeGreaterThanOrEqual(estimate.count(JSON.stringify(text)));
      },
    ),
    { numRuns: propertyRuns() },
  );
});
