import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { shorten } from "./shorten.js";

test("cuts between words, and inside one only where there is no other way", () => {
  expect(shorten("one two three", 13)).toBe("one two three");
  expect(shorten("one two three", 10)).toBe("one two…");
  expect(shorten("漸進式揭露讓代理人", 5)).toBe("漸進式揭…");
  expect(shorten("x", 0)).toBe("");
});

test("never longer than asked, and never half a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, length) => {
      const short = shorten(text, length);
      expect(short.length).toBeLessThanOrEqual(Math.max(length, 0));
      expect(() => encodeURIComponent(short)).not.toThrow();
    }),
    { numRuns: propertyRuns() },
  );
});
