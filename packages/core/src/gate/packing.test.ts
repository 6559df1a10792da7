import { describe, expect, test } from "vitest";
import type { Form } from "../model/answer.js";
import { bytes } from "../model/counters.js";
import type { Level } from "../model/level.js";
import { nodeId } from "../model/node.js";
import { type TokenCounter, tokens } from "../model/tokens.js";
import { indexView, type NodeView, scanView } from "../model/view.js";
import { isShown, type Outcome, omissionOf, type Shown } from "./outcome.js";
import { type Packing, pack } from "./packing.js";
import { measureOf } from "./render/measure.js";
import { renderedNode } from "./render/rendered-node.js";
import { createShellCosts } from "./render/shell-cost.js";

const omitted: Outcome = { id: nodeId("note:alpha"), seen: undefined, reason: "limit", level: 1 };

/** A node shown at the last of these levels, and at hand at the others. */
function shown(key: string, levels: readonly (0 | 1)[], form: Form = "json"): Shown {
  const id = nodeId(`note:${key}`);
  const summary = { id, name: key, type: "note", domain: "general", description: `About ${key}.`, tags: [] };
  const steps = levels.map((level) => {
    const view: NodeView = level === 0 ? indexView(summary) : scanView(summary);
    return { level, view, rendered: renderedNode(view, form) };
  });
  const levelOptions = steps.map((step) => ({ step, cost: measureOf(bytes).node(step.rendered) }));
  const { view, rendered } = steps.at(-1)!;
  const known = { want: { id, least: 0, most: 1 }, summary, price: undefined } as const;
  return { id, seen: undefined, nodeOptions: { known, target: view.level, levelOptions }, view, rendered };
}

interface Given {
  readonly form?: Form;
  readonly budget?: number | undefined;
  readonly lines?: readonly string[];
  readonly counter?: TokenCounter;
}

function packed(outcomes: readonly Outcome[], { form = "json", budget, lines = [], counter = bytes }: Given = {}) {
  const packing: Packing = {
    form,
    counter,
    budget: budget === undefined ? undefined : tokens(budget),
    delivered: { form, counter, alone: (cost) => tokens(2 + cost), shells: createShellCosts(counter) },
    lines,
    wishedLines: lines,
    closing: (all) => ({
      budget,
      omitted: all.flatMap((one) => (isShown(one) ? [] : [omissionOf(one)])),
      atLevel: { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 },
      coveragePercent: 0,
      reference: (id) => id,
    }),
  };
  return pack(outcomes, packing);
}

const levelsOf = (outcomes: readonly Outcome[]): readonly (Level | string)[] =>
  outcomes.map((place) => (isShown(place) ? place.view.level : place.reason));
const jsonOf = (outcomes: readonly Outcome[]) => JSON.stringify(outcomes.filter(isShown).map(({ view }) => view));

/** By this counter a whole counts more than its parts: so much for each inner seam of a text. */
const seams = (each: number): TokenCounter => ({
  name: "seams",
  count: (text) => bytes.count(text) + each * (text.match(/(?<=.)\n\n/gu)?.length ?? 0),
});

describe("R2.3 what is counted is what is delivered", () => {
  test("as JSON: the list of the nodes, to the byte, and no text", () => {
    const counted: string[] = [];
    const counter: TokenCounter = { name: "noting", count: (text) => counted.push(text) && bytes.count(text) };
    const outcomes = [omitted, shown("a", [1]), omitted, shown("b", [0]), shown("c", [1])];
    const { text, tokensUsed } = packed(outcomes, { counter });
    expect(counted).toEqual([jsonOf(outcomes)]);
    expect([text, tokensUsed]).toEqual(["", jsonOf(outcomes).length]);
  });

  test("as a text: the nodes, the lines and what was left out", () => {
    const outcomes = [shown("a", [1], "text"), omitted, shown("b", [1], "text")];
    const { text, tokensUsed } = packed(outcomes, { form: "text", lines: ["[a line]"] });
    expect(text).toBe(
      "- [scan] note:a: About a.\n- [scan] note:b: About b.\n[a line]\n[103 tokens; left out: note:alpha (limit)]",
    );
    expect(tokensUsed).toBe(text.length);
  });
});

describe("R2.2 a whole that is larger than its parts", () => {
  const outcomes = [shown("a", [0, 1]), shown("b", [0, 1])];
  const whole = jsonOf(outcomes).length;

  test("is delivered where it fills the ceiling to the token", () => {
    expect(levelsOf(packed(outcomes, { budget: whole }).outcomes)).toEqual([1, 1]);
  });

  test("gives way from its end, level by level, and the best node last", () => {
    const seen = new Set<string>();
    for (let budget = whole; budget >= 2; budget -= 1) {
      const { outcomes: kept, tokensUsed } = packed(outcomes, { budget });
      expect(tokensUsed).toBeLessThanOrEqual(budget);
      seen.add(levelsOf(kept).join(", "));
    }
    expect([...seen]).toEqual(["1, 1", "1, 0", "1, budget", "0, budget", "budget, budget"]);
  });

  test("says of what it leaves out which budget would show it", () => {
    const [, last] = packed(outcomes, { budget: whole - 60 }).outcomes;
    expect(last).toMatchObject({
      id: "note:b",
      reason: "budget",
      level: 1,
      tokens: 2 + outcomes[1]!.nodeOptions.levelOptions[1]!.cost,
    });
  });

  test("leaves the outcomes that it was given as they are", () => {
    const given = [...outcomes];
    packed(given, { budget: 2 });
    expect(given).toEqual(outcomes);
  });
});

describe("R2.3 what a text says of what it left out", () => {
  const node = shown("a", [1], "text");
  const many = Array.from({ length: 4 }, (_, at): Outcome => ({ ...omitted, id: nodeId(`note:left-${at}`) }));
  const named = (text: string) => text.match(/note:left-/g)?.length ?? 0;

  test("is as much as there is room for, and never costs a node its place", () => {
    for (const counter of [bytes, seams(1), seams(2)]) {
      const alone = counter.count(node.rendered.text);
      const told: number[] = [];
      // The line has a twentieth of the budget: names of a hundred letters need two thousand.
      for (let budget = alone; budget <= 3000; budget += 7) {
        const { outcomes, text, tokensUsed } = packed([node, ...many], { form: "text", budget, counter });
        expect(levelsOf(outcomes.slice(0, 1))).toEqual([1]);
        expect(tokensUsed).toBeLessThanOrEqual(budget);
        told.push(text === node.rendered.text ? -1 : named(text));
      }
      expect([...new Set(told)]).toEqual([-1, 0, 1, 2, 3, 4]);
    }
  });
});

describe("R2.2 an answer without nodes", () => {
  const least = bytes.count("[]");

  test("is an empty list, which costs what it costs", () => {
    expect(packed([omitted], { budget: least })).toMatchObject({ text: "", tokensUsed: least });
    expect(packed([omitted])).toMatchObject({ text: "", tokensUsed: least });
  });

  test("is refused where not even that fits, with what would", () => {
    expect(() => packed([omitted], { budget: least - 1 })).toThrow(
      expect.objectContaining({
        code: "budget-too-small",
        message: expect.stringContaining(`${least - 1} tokens`),
        where: "tokenBudget",
        fix: expect.stringContaining(`at least ${least} tokens`),
      }),
    );
  });

  const asText = (budget?: number, counter: TokenCounter = bytes) =>
    packed([omitted], { form: "text", budget, lines: ["[a line]"], counter });

  test("as a text says what it left out where there is room, then its lines, then nothing", () => {
    const whole = asText();
    expect(whole.text).toBe("[a line]\n[50 tokens; left out: note:alpha (limit)]");
    expect(whole.tokensUsed).toBe(bytes.count(whole.text));
    expect(asText(whole.tokensUsed - 1).text).not.toContain("note:alpha");
    for (let budget = whole.tokensUsed + 2; budget >= 1; budget -= 1) {
      const { text, tokensUsed } = asText(budget);
      expect(tokensUsed).toBe(bytes.count(text));
      expect(tokensUsed).toBeLessThanOrEqual(budget);
    }
    expect(asText(1)).toMatchObject({ text: "", tokensUsed: 0 });
  });

  test("as a text falls back to its lines where the whole proves too large, whatever the counter does at seams", () => {
    const dear = (text: string) => text.includes("[a line]") && text.includes("left out");
    const counter: TokenCounter = { name: "dear", count: (text) => bytes.count(text) + (dear(text) ? 1000 : 0) };
    expect(asText(500, counter).text).toBe("[a line]\n[27 of 500 tokens]");
  });

  test("as a text is nothing at all, and costs nothing, even by a counter that counts something in nothing", () => {
    const counter: TokenCounter = { name: "greedy", count: (text) => bytes.count(text) + 5 };
    expect(asText(4, counter)).toMatchObject({ text: "", tokensUsed: 0 });
  });
});
