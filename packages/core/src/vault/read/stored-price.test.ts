import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { priceOf } from "../../gate/render/frame.js";
import { o200k } from "../../o200k/index.js";
import { anyText } from "../../testing/text-classes.js";
import { storedPrice } from "./stored-price.js";

const hostile = fc.array(
  fc.constantFrom(
    "\n",
    '"',
    "\\",
    "\t",
    "\u0001",
    "\ud800",
    "😀",
    "a",
    " ",
    "word",
    "\n## [4] note:x",
    "\nARGUMENTS: 引数",
  ),
  {
    maxLength: 400,
  },
);

test("R2.6 a stored price is exact in both forms, of the text as it is delivered", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        hostile.map((parts) => parts.join("")),
      ),
      (text) => {
        expect(storedPrice(text, "")).toMatchObject(priceOf(text, o200k));
      },
    ),
    { numRuns: propertyRuns() },
  );
});
