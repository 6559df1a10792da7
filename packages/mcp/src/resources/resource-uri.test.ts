import { isPdError, LEVELS } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { nodeUri, parseNodeUri } from "./resource-uri.js";

test("an address reads like the id", () => {
  expect(nodeUri({ graphId: "docs", reference: "note:budgets" })).toBe("pd://docs/note:budgets");
  expect(nodeUri({ graphId: "docs", reference: "note:a/b c#d?", level: 3 })).toBe(
    "pd://docs/note:a/b%20c%23d%3F?level=3",
  );
});

test("an address without a level means level 1", () => {
  expect(parseNodeUri("pd://docs/note:budgets")).toEqual({ graphId: "docs", reference: "note:budgets", level: 1 });
});

test("a heading may stand behind a #, escaped or not", () => {
  expect(parseNodeUri("pd://docs/note:a#details?level=4").reference).toBe("note:a#details");
  expect(parseNodeUri("pd://docs/note%3Aa%23details?level=4").reference).toBe("note:a#details");
});

test.each([
  "pd://docs",
  "pd:///x",
  "pd://docs/",
  "pd://docs/x?level=5",
  "pd://docs/x?level=",
  "pd://docs/x?level=1&level=2",
  "pd://docs/x?budget=3",
  "pd://docs/%E0%A4%A",
  "http://docs/x",
  "",
])("%j is refused with a code and an example", (uri) => {
  let thrown: unknown;
  try {
    parseNodeUri(uri);
  } catch (error) {
    thrown = error;
  }
  expect(isPdError(thrown) && thrown.fix).toContain("pd://docs/note:budgets");
});

test("every id at every level comes back from its address", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 60 }),
      fc.constantFrom(...LEVELS),
      fc.constantFrom("docs", "知識", "a.b_c-d"),
      (reference, level, graphId) => {
        expect(parseNodeUri(nodeUri({ graphId, reference, level }))).toEqual({ graphId, reference, level });
      },
    ),
    { numRuns: propertyRuns() },
  );
});
