import { describe, expect, test } from "vitest";
import { bytes } from "./counters.js";
import { nodeId } from "./node.js";
import { type Packing, pack } from "./packing.js";
import { createPartCount } from "./part-count.js";
import type { Place } from "./place.js";
import { tokens } from "./tokens.js";

const counter = bytes;
const omitted: Place = { id: nodeId("note:alpha"), seen: undefined, reason: "limit" };

function packed(form: Packing["form"], budget: number | undefined, lines: readonly string[] = []) {
  return pack([omitted], {
    form,
    counter,
    parts: createPartCount(counter),
    budget: budget === undefined ? undefined : tokens(budget),
    ceiling: budget,
    frame: 0,
    lines,
    wishedLines: lines,
  });
}

describe("R2.2 an answer without nodes", () => {
  const least = counter.count("[]");

  test("is an empty list, which costs what it costs", () => {
    expect(packed("json", least)).toMatchObject({ text: "", tokensUsed: least });
    expect(packed("json", undefined)).toMatchObject({ text: "", tokensUsed: least });
  });

  test("is refused where not even that fits, with what would", () => {
    expect(() => packed("json", least - 1)).toThrow(
      expect.objectContaining({
        code: "budget-too-small",
        message: expect.stringContaining(`${least - 1} tokens`),
        where: "tokenBudget",
        fix: expect.stringContaining(`at least ${least} tokens`),
      }),
    );
  });

  test("as a text says what it left out where there is room, then its lines, then nothing", () => {
    const whole = packed("text", undefined, ["[a line]"]);
    expect(whole.text).toContain("[a line]");
    expect(whole.text).toContain("note:alpha");
    expect(whole.tokensUsed).toBe(counter.count(whole.text));
    expect(packed("text", whole.tokensUsed - 1, ["[a line]"]).text).not.toContain("note:alpha");
    for (let budget = whole.tokensUsed + 2; budget >= 1; budget -= 1) {
      const { text, tokensUsed } = packed("text", budget, ["[a line]"]);
      expect(tokensUsed).toBe(counter.count(text));
      expect(tokensUsed).toBeLessThanOrEqual(budget);
    }
    expect(packed("text", 1, ["[a line]"])).toMatchObject({ text: "", tokensUsed: 0 });
  });
});
