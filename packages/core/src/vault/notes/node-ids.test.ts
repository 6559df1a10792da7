import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import type { NodeId } from "../../model/node.js";
import { createNodeIds, packIds } from "./node-ids.js";

const ids = fc.uniqueArray(fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string({ maxLength: 4 })), {
  maxLength: 60,
});

test("an id leads to its number and back, few asked for or many", () => {
  fc.assert(
    fc.property(ids, fc.array(fc.string({ unit: "grapheme", maxLength: 6 }), { maxLength: 40 }), (own, others) => {
      const list = createNodeIds(packIds(own.map((id) => id as NodeId)));
      // Some were given out before.
      for (const number of own.keys()) if (number % 3 === 0) list.of(number);
      const asked = [...own.slice(0, 10), ...others, ...own, ...others];
      expect(asked.map((id) => list.find(id) ?? -1)).toEqual(asked.map((id) => own.indexOf(id)));
      expect(own.map((_, number) => list.of(number))).toEqual(own);
    }),
    { numRuns: propertyRuns() },
  );
});

test("an id that stands inside another, or is half a character, is none", () => {
  const list = createNodeIds(packIds(["note:a-\u0003abc", "note:\ufffd"] as NodeId[]));
  expect([list.find("abc"), list.find("note:\ud800"), list.find("note:\ufffd")]).toEqual([undefined, undefined, 1]);
});
