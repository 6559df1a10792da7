import type { Level, NodeId, OmissionReason, SessionLogEntry } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { sightingsAt } from "./sightings.js";

const G = new Set(["g"]);
const id = (text: string) => text as NodeId;

function entry(
  disclosed: readonly (readonly [string, Level, number?])[],
  omitted: readonly (readonly [string, OmissionReason])[] = [],
): SessionLogEntry {
  return {
    version: 1,
    at: 0,
    milliseconds: 1,
    operation: "node",
    input: {},
    disclosed: disclosed.map(([of, level, tokens = 10]) => ({
      graphId: "g",
      id: id(of),
      level,
      tokens: tokens as never,
    })),
    omitted: omitted.map(([of, reason]) => ({ graphId: "g", id: id(of), reason })),
  };
}

describe("what a session has seen at a step", () => {
  test("levels rise, tokens add up, and the step of the last rise is kept", () => {
    const entries = [entry([["a", 1]]), entry([["a", 3, 30]]), entry([["a", 3, 30]])];
    expect(sightingsAt(entries, 3, G).get(id("a"))).toEqual({
      id: "a",
      level: 3,
      tokens: 70,
      raisedAt: 2,
      shownAt: 1,
      omitted: undefined,
    });
  });

  test("only the calls up to the step count, and only those on this graph", () => {
    const entries = [entry([["a", 1]]), entry([["b", 4]])];
    expect([...sightingsAt(entries, 1, G).keys()]).toEqual(["a"]);
    expect(sightingsAt(entries, 2, new Set(["other"])).size).toBe(0);
  });

  test("a node left out is a ghost until it is shown; left out again, both are known", () => {
    const entries = [entry([], [["a", "budget"]]), entry([["a", 1]]), entry([], [["a", "limit"]])];
    expect(sightingsAt(entries, 1, G).get(id("a"))).toMatchObject({ level: undefined, omitted: "budget" });
    expect(sightingsAt(entries, 2, G).get(id("a"))).toMatchObject({ level: 1, omitted: undefined });
    expect(sightingsAt(entries, 3, G).get(id("a"))).toMatchObject({ level: 1, omitted: "limit" });
  });

  test("R2.1 no step ever lowers a level, whatever a log says", () => {
    const levels = fc.constantFrom<Level>(0, 1, 2, 3, 4);
    const calls = fc.array(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), levels), { maxLength: 4 }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(calls, (log) => {
        const entries = log.map((disclosed) => entry(disclosed));
        const before = new Map<string, number>();
        for (let step = 0; step <= entries.length; step += 1) {
          for (const [node, { level }] of sightingsAt(entries, step, G)) {
            expect(level ?? -1).toBeGreaterThanOrEqual(before.get(node) ?? -1);
            before.set(node, level ?? -1);
          }
        }
      }),
      { numRuns: propertyRuns() },
    );
  });
});
