import { bytes, isPdError, o200k, type TokenCounter, words } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { PromptBudgetError } from "../section/errors.js";
import { markdownSection } from "../section/section.js";
import { type Prompt, promptTemplate } from "../section/template.js";
import { createPromptSession } from "../session/session.js";
import { SectionVisibility } from "../session/visibility.js";
import { setVisibilityOverride } from "../session/visibility-slice.js";
import { type PlannedSection, plannedSections, sectionsFrom } from "../testing/arbitrary-prompt.js";

const { FULL, SUMMARY } = SectionVisibility;

/** Counts a whole as more than its parts. */
const odd: TokenCounter = { name: "odd", count: (text) => Math.ceil(text.length * (1 + text.length / 5000)) };

const long = (key: string, priority = 0, length = 1000) =>
  markdownSection({ title: key, key, template: "x".repeat(length), summary: "short", priority });

const prompt = (...sections: ReturnType<typeof long>[]) => promptTemplate({ ns: "t", key: "t", sections }).bind();

/** Prose, code, tables, JSON, CJK, URLs, base64, emoji, and what is none of these. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("The model reads this first. ", "Nevertheless, ", "\n\n- item\n", "| a | b |\n|---|---|\n"),
      fc.constantFrom('{"key": [1, 2.5, null]}', "漢字仮名交じり文", "https://example.org/a?b=c#d ", "🙂👩‍👩‍👧‍👦"),
      fc.constantFrom("function f(x) {\n  return x ** 2;\n}\n", "```ts\nconst a = 1;\n```\n", "русский текст "),
      fc.base64String({ minLength: 8, maxLength: 80 }),
      fc.string({ unit: "grapheme", maxLength: 30 }),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((parts) => parts.join(""));

/** The same sections, all open and enabled. */
function allOpen(planned: readonly PlannedSection[]): readonly PlannedSection[] {
  return planned.map((one) => ({ ...one, closed: false, enabled: true, children: allOpen(one.children) }));
}

function least(act: () => unknown): number {
  try {
    act();
  } catch (error) {
    if (error instanceof PromptBudgetError) return error.leastTokens;
    throw error;
  }
  throw new Error("It did fit");
}

describe("R4.9 render({ tokenBudget })", () => {
  test("what fits is left as it is", () => {
    const whole = prompt(long("a"), long("b")).render({ counter: bytes });
    const same = prompt(long("a"), long("b")).render({ counter: bytes, tokenBudget: whole.tokens });
    expect(same.text).toBe(whole.text);
    expect(same.summarised).toEqual([]);
  });

  test("the least priority is summarised first, of equals the later one, and it says which", () => {
    const all = prompt(long("a", 1), long("b", 0), long("c", 2), long("d", 0));
    const rendered = (tokenBudget: number) => all.render({ counter: bytes, tokenBudget });
    expect(rendered(3600).summarised).toEqual(["d"]);
    expect(rendered(2700).summarised).toEqual(["b", "d"]);
    expect(rendered(1800).summarised).toEqual(["a", "b", "d"]);
    expect(rendered(900).summarised).toEqual(["a", "b", "c", "d"]);
    expect(rendered(2700).tools.map(({ name }) => name)).toEqual(["read_section"]);
  });

  test("what made no room in the end stays open: a small one is not closed for a large one that does not fit", () => {
    const rendered = prompt(long("large", 5, 5000), long("small", 0, 500)).render({
      counter: bytes,
      tokenBudget: 1000,
    });
    expect(rendered.summarised).toEqual(["large"]);
    expect(rendered.tokens).toBeLessThanOrEqual(1000);
  });

  test("a summary that costs more than the text is no saving", () => {
    const tiny = markdownSection({
      title: "tiny",
      key: "tiny",
      template: "x",
      summary: "a summary that is much longer",
    });
    expect(prompt(tiny, long("b")).render({ counter: bytes, tokenBudget: 400 }).summarised).toEqual(["b"]);
  });

  test("children count with what is around them: no more than it has", () => {
    const child = markdownSection({
      title: "child",
      key: "child",
      template: "x".repeat(1000),
      summary: "short",
      priority: 9,
    });
    const parent = markdownSection({
      title: "parent",
      key: "parent",
      template: "x".repeat(1000),
      summary: "short",
      priority: 1,
      children: [child],
    });
    const both = prompt(parent, long("other", 5));
    expect(both.render({ counter: bytes, tokenBudget: 3000 }).summarised).toEqual(["parent.child"]);
    expect(both.render({ counter: bytes, tokenBudget: 1800 }).summarised).toEqual(["parent"]);
  });

  test("what an override opened stays open, with what is around it", () => {
    const child = markdownSection({
      title: "child",
      key: "child",
      template: "x".repeat(900),
      summary: "short",
      visibility: SUMMARY,
    });
    const parent = markdownSection({
      title: "parent",
      key: "parent",
      template: "x".repeat(900),
      summary: "short",
      children: [child],
    });
    const session = createPromptSession();
    session.dispatch(setVisibilityOverride("parent.child", FULL));
    const rendered = prompt(parent, long("other", 9)).render({ session, counter: bytes, tokenBudget: 2300 });
    expect(rendered.summarised).toEqual(["other"]);
    expect(rendered.sections.map(({ path, visibility }) => [path, visibility])).toEqual([
      ["parent", FULL],
      ["parent.child", FULL],
      ["other", SUMMARY],
    ]);
    expect(() => prompt(parent).render({ session, counter: bytes, tokenBudget: 1000 })).toThrow(PromptBudgetError);
  });

  test("nothing more can be summarised: a typed error with the least possible size, which then does", () => {
    const bare = markdownSection({ title: "bare", key: "bare", template: "word ".repeat(200) });
    for (const counter of [bytes, o200k, words]) {
      const all = prompt(bare, long("b"));
      const size = least(() => all.render({ counter, tokenBudget: 10 }));
      expect(all.render({ counter, tokenBudget: size }).summarised.length).toBeLessThanOrEqual(1);
      expect(least(() => all.render({ counter, tokenBudget: size - 1 }))).toBe(size);
    }
    let thrown: unknown;
    try {
      prompt(bare).render({ tokenBudget: 0 });
    } catch (error) {
      thrown = error;
    }
    expect(isPdError(thrown) && thrown.code).toBe("budget-too-small");
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("%d is no budget", (tokenBudget) => {
    expect(() => prompt(long("a")).render({ tokenBudget })).toThrow(/tokens/);
  });

  test("a counter that takes the whole for more than its parts: what was opened last gives way", () => {
    const all = prompt(...Array.from({ length: 8 }, (_, at) => long(`s${at}`, 0, 400)));
    const size = least(() => all.render({ counter: odd, tokenBudget: 10 }));
    const closed = new Set<number>();
    for (let tokenBudget = size; tokenBudget < size + 6000; tokenBudget += 100) {
      const rendered = all.render({ counter: odd, tokenBudget });
      expect(rendered.tokens).toBeLessThanOrEqual(tokenBudget);
      // The later ones go first.
      expect(rendered.summarised).toEqual(
        Array.from({ length: 8 }, (_, at) => `s${at}`).slice(8 - rendered.summarised.length),
      );
      closed.add(rendered.summarised.length);
    }
    expect(closed.size).toBeGreaterThan(2);
  });

  test("any prompt, any budget, any counter: it fits, or the error names a size that does", () => {
    const counters = fc.constantFrom<TokenCounter>(bytes, words, o200k, odd);
    const property = fc.property(plannedSections, fc.nat(3000), counters, (planned, tokenBudget, counter) => {
      const bound = promptTemplate({ ns: "t", key: "t", sections: sectionsFrom(planned) }).bind();
      const fits = (budget: number): number | undefined => {
        try {
          const rendered = bound.render({ tokenBudget: budget, counter });
          expect(rendered.tokens).toBeLessThanOrEqual(budget);
          const closed = rendered.sections.filter(({ visibility }) => visibility === SUMMARY).map(({ path }) => path);
          expect(closed).toEqual(expect.arrayContaining([...rendered.summarised]));
          return undefined;
        } catch (error) {
          if (error instanceof PromptBudgetError) return error.leastTokens;
          throw error;
        }
      };
      const needed = fits(tokenBudget);
      if (needed === undefined) return;
      expect(needed).toBeGreaterThan(tokenBudget);
      expect(fits(needed)).toBeUndefined();
    });
    fc.assert(property, { numRuns: propertyRuns(0.5) });
  });

  /** Everything that may be closed, in every combination: the least there can be. */
  function leastByTrying(bound: Prompt, paths: readonly string[], counter: TokenCounter): number {
    const sizes = Array.from({ length: 2 ** paths.length }, (_, choice) => {
      const visibility = paths.map((path, at) => [path, (choice >> at) % 2 === 0 ? FULL : SUMMARY] as const);
      return bound.render({ visibility, counter }).tokens;
    });
    return Math.min(...sizes);
  }

  test("the size that the error names is the least possible, by a real tokenizer too", {
    timeout: 600_000,
  }, async () => {
    // Not `words`: it rounds so that of two changes, each for the better, neither may show.
    const counters = fc.constantFrom<TokenCounter>(bytes, o200k);
    const property = fc.property(plannedSections, counters, (planned, counter) => {
      const { registry, bind } = promptTemplate({ ns: "t", key: "t", sections: sectionsFrom(allOpen(planned)) });
      const paths = registry.sections.filter(({ definition }) => definition.summary !== undefined);
      fc.pre(paths.length <= 6);
      const bound = bind();
      const known = leastByTrying(
        bound,
        paths.map(({ path }) => path),
        counter,
      );
      expect(least(() => bound.render({ tokenBudget: 0, counter }))).toBe(known);
      expect(() => bound.render({ tokenBudget: known, counter })).not.toThrow();
    });
    fc.assert(property, { numRuns: propertyRuns(0.1) });
  });

  test("R2.4 a prompt is kept within its budget to the token", { timeout: 600_000 }, async () => {
    const section = fc.record({ template: anyText, summary: anyText, priority: fc.integer({ min: 0, max: 2 }) });
    const property = fc.property(
      fc.array(section, { minLength: 1, maxLength: 6 }),
      fc.nat(1500),
      (all, tokenBudget) => {
        const sections = all.map((one, at) => {
          const template = one.template.replaceAll("$", "");
          return markdownSection({ title: `T${at}`, key: `s${at}`, ...one, template, summary: `s ${one.summary}` });
        });
        const bound = promptTemplate({ ns: "t", key: "t", sections }).bind();
        try {
          expect(o200k.count(bound.render({ tokenBudget }).text)).toBeLessThanOrEqual(tokenBudget);
        } catch (error) {
          if (!(error instanceof PromptBudgetError)) throw error;
          const { text } = bound.render({ tokenBudget: error.leastTokens });
          expect(o200k.count(text)).toBeLessThanOrEqual(error.leastTokens);
        }
      },
    );
    fc.assert(property, { numRuns: propertyRuns(0.3) });
  });
});
