import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { createTopNodes } from "./top-nodes.js";

test("the best few of many are those of a full sort, whatever the order they come in, ties by number", () => {
  const offers = fc.uniqueArray(fc.record({ node: fc.nat(60), score: fc.nat(5) }), { selector: ({ node }) => node });
  fc.assert(
    fc.property(offers, fc.nat(12), (list, limit) => {
      const top = createTopNodes(limit);
      for (const { node, score } of list) top.offer(node, score);
      const sorted = [...list].sort((one, other) => other.score - one.score || one.node - other.node);
      expect(top.take()).toEqual(sorted.slice(0, limit));
      expect(top.take()).toEqual([]);
    }),
    { numRuns: propertyRuns() },
  );
});
