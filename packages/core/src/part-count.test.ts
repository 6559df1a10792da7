import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { bytes, estimate } from "./counters.js";
import { type NodeSummary, nodeId } from "./node.js";
import { createPartCount } from "./part-count.js";
import { pieceOf, scanPieceOf } from "./piece.js";
import { anyText } from "./testing/text-classes.js";
import type { TokenCounter, Tokens } from "./tokens.js";
import { type Annotations, scanView, WHY_FIELDS } from "./view.js";

const runs = { numRuns: propertyRuns() };

const arbitrarySummary: fc.Arbitrary<NodeSummary> = fc
  .record({ name: anyText, type: fc.string(), domain: fc.string(), description: anyText, tags: fc.array(anyText) })
  .map((summary) => ({ id: nodeId("note:any"), ...summary }));

const arbitraryNotes: fc.Arbitrary<Annotations> = fc
  .record(
    {
      tokens: fc.nat(),
      score: fc.double(),
      why: fc.array(
        fc.record(
          { field: fc.constantFrom(...WHY_FIELDS), via: fc.string({ minLength: 1 }) },
          { requiredKeys: ["field"] },
        ),
      ),
      hop: fc.nat(),
    },
    { requiredKeys: [] },
  )
  .map((notes) => notes as unknown as Annotations);

const arbitraryList = fc.array(fc.tuple(arbitrarySummary, arbitraryNotes), { maxLength: 5 });

describe("a node in a list", () => {
  test("R2.3 is written as JSON.stringify writes its view, whatever it says and is said of it", () => {
    fc.assert(
      fc.property(arbitrarySummary, arbitraryNotes, (summary, notes) => {
        const view = scanView(summary, notes);
        expect(scanPieceOf(summary, view, "json").text).toBe(JSON.stringify(view));
        expect(scanPieceOf(summary, view, "text")).toEqual(pieceOf(view, "text"));
      }),
      runs,
    );
  });

  test("is written anew when its summary says something else, although the object is the same", () => {
    const summary = {
      id: nodeId("note:a"),
      name: "A",
      type: "note",
      domain: "general",
      description: "One.",
      tags: ["x"],
    };
    const written = () => scanPieceOf(summary, scanView(summary), "json").text;
    expect(written()).toContain("One.");
    summary.description = "Two.";
    expect(written()).toContain("Two.");
    summary.tags.push("y");
    expect(written()).toBe(JSON.stringify(scanView(summary)));
  });
});

describe("counting by parts", () => {
  const counters: readonly TokenCounter[] = [estimate, bytes];
  for (const counter of counters) {
    test(`R2.4 is to the token what ${counter.name} counts for the whole, also the second time`, () => {
      const parts = createPartCount(counter);
      fc.assert(
        fc.property(arbitraryList, anyText, (list, other) => {
          const pieces = list.map(([summary, notes]) => scanPieceOf(summary, scanView(summary, notes), "json"));
          const whole = pieces.flatMap((piece, index) => [index === 0 ? "[" : ",", piece]);
          for (const around of ["", other]) {
            const all = [around, ...whole, "]", { text: around }];
            const text = all.map((part) => (typeof part === "string" ? part : part.text)).join("");
            expect(parts.of(all)).toBe(counter.count(text));
            expect(parts.of(all)).toBe(counter.count(text));
          }
        }),
        runs,
      );
    });
  }

  test("a node that was counted once is not counted again, however often it is listed", () => {
    const counted: string[] = [];
    const { parts: counting } = estimate;
    const parts = createPartCount({
      ...estimate,
      parts: {
        ...counting!,
        units(part) {
          counted.push(part);
          return counting!.units(part);
        },
      },
    });
    const summary = {
      id: nodeId("note:a"),
      name: "A",
      type: "note",
      domain: "general",
      description: "Once.",
      tags: [],
    };
    for (const price of [1, 22, 333]) {
      const view = scanView(summary, { tokens: price as Tokens });
      parts.of(["[", scanPieceOf(summary, view, "json"), "]"]);
    }
    expect(counted.filter((part) => part.includes("Once."))).toHaveLength(1);
  });
});

describe("where the estimate may be cut", () => {
  test("only before a word that two marks of JSON precede: elsewhere the sides know of one another", () => {
    const separates = estimate.parts!.separates;
    expect(separates('[{"', "id")).toBe(true);
    expect(separates('7,"', "score")).toBe(true);
    expect(separates('"', "id")).toBe(false);
    expect(separates(':"', "word")).toBe(false);
    expect(separates('[{"', '"')).toBe(false);
    expect(separates('[{"', "")).toBe(false);
    expect(separates("word", "word")).toBe(false);
  });

  test("the parts add up to the whole", () => {
    const { separates, units, tokens } = estimate.parts!;
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom('{"', ',"'),
        fc.constantFrom("id", "Score", "x"),
        anyText,
        (a, marks, key, b) => {
          const [left, right] = [a + marks, key + b];
          expect(separates(left, right)).toBe(true);
          expect(tokens(units(left) + units(right))).toBe(estimate.count(left + right));
        },
      ),
      runs,
    );
  });
});
