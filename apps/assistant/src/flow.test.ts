import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createFlow } from "./flow.js";

function flowed(pieces: readonly string[], screen: { readonly isTTY?: boolean; readonly columns?: number }): string {
  let text = "";
  const flow = createFlow({
    ...screen,
    write(piece) {
      text += piece;
    },
  });
  for (const piece of pieces) flow.write(piece);
  flow.endLine();
  return text;
}

describe("text that arrives in pieces", () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 40 });

  test("breaks between words for a person, wherever the pieces are cut, and loses none", () => {
    fc.assert(
      fc.property(words, fc.array(fc.nat(400), { maxLength: 20 }), (said, cuts) => {
        const whole = said.join(" ");
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
        const text = flowed(pieces, { isTTY: true, columns: 20 });
        expect(text).toBe(flowed([whole], { isTTY: true, columns: 20 }));
        expect(text.split(/\s+/).filter(Boolean)).toEqual(said);
        for (const line of text.split("\n")) expect(line.trimEnd().length).toBeLessThan(20);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test("stays as it is for a program", () => {
    expect(flowed(["a long li", "ne that goes on"], {})).toBe("a long line that goes on\n");
    expect(flowed(["ends\n"], {})).toBe("ends\n");
  });
});
