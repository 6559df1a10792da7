import { describe, expect, test } from "vitest";
import * as z from "zod";
import { PromptRenderError, PromptValidationError } from "../section/errors.js";
import { markdownSection } from "../section/section.js";
import type { PromptEvent, Slice } from "../section/slice.js";
import { promptTemplate } from "../section/template.js";
import { createVisibilityOverrides, type GivenOverrides } from "./overrides.js";
import { createPromptSession, type PromptSession } from "./session.js";
import { SectionVisibility } from "./visibility.js";
import { setVisibilityOverride } from "./visibility-slice.js";

const { FULL, SUMMARY } = SectionVisibility;

const mood: Slice<string> = {
  name: "mood",
  initial: "calm",
  reduce: (state, event) => (event.type === "Hurry" ? "hurried" : state),
};

function shown(session?: PromptSession, visibility?: GivenOverrides) {
  const make = (key: string, selector: Parameters<typeof markdownSection>[0]["visibility"]) =>
    markdownSection({
      title: key,
      key,
      template: `whole ${key}`,
      summary: `short ${key}`,
      visibility: selector as SectionVisibility,
    });
  const withParams = markdownSection({
    title: "params",
    key: "params",
    template: "whole params",
    summary: "short params",
    params: z.object({ brief: z.boolean() }),
    visibility: ({ brief }) => (brief ? SUMMARY : FULL),
  });
  const withSession = markdownSection({
    title: "session",
    key: "session",
    template: "whole session",
    summary: "short session",
    visibility: (_, current) => (current?.select(mood) === "hurried" ? SUMMARY : FULL),
  });
  const prompt = promptTemplate({
    ns: "t",
    key: "t",
    sections: [make("constant", SUMMARY), make("nullary", () => SUMMARY), withParams, withSession],
  }).bind({ brief: true });
  return prompt.render({ session, visibility }).sections.map((section) => section.visibility);
}

describe("R4.3 visibility", () => {
  test("a selector is a constant, or a function of nothing, of params, of params and session", () => {
    expect(shown()).toEqual([SUMMARY, SUMMARY, SUMMARY, FULL]);
    const session = createPromptSession({ slices: [mood] });
    expect(shown(session)).toEqual([SUMMARY, SUMMARY, SUMMARY, FULL]);
    session.dispatch({ type: "Hurry" } satisfies PromptEvent);
    expect(shown(session)).toEqual([SUMMARY, SUMMARY, SUMMARY, SUMMARY]);
  });

  test("explicit override > session override > selector", () => {
    const session = createPromptSession({ slices: [mood] });
    for (const path of ["constant", "nullary", "params"]) session.dispatch(setVisibilityOverride(path, FULL));
    session.dispatch(setVisibilityOverride("session", SUMMARY));
    expect(shown(session)).toEqual([FULL, FULL, FULL, SUMMARY]);
    expect(
      shown(session, [
        ["constant", SUMMARY],
        [" Session ", FULL],
      ]),
    ).toEqual([SUMMARY, FULL, FULL, FULL]);
    expect(shown(undefined, new Map([["nullary", FULL]]))).toEqual([SUMMARY, FULL, SUMMARY, FULL]);
  });

  test("overrides of one rendering are an object, pairs or a map, with one meaning", () => {
    const given = { constant: FULL, " Session ": SUMMARY } as const;
    const expected = [FULL, SUMMARY, SUMMARY, SUMMARY];
    const pairs = Object.entries(given);
    const bare = Object.assign(Object.create(null), given);
    for (const form of [given, pairs, new Map(pairs), createVisibilityOverrides(given), pairs.values(), bare])
      expect(shown(undefined, form)).toEqual(expected);
    expect(shown(undefined, {})).toEqual(shown());
  });

  const noOverrides: readonly unknown[] = [
    null,
    "full",
    7,
    true,
    () => FULL,
    new Date(0),
    Promise.resolve({ constant: FULL }),
    ["constant", FULL],
    [["constant"]],
    [[7, FULL]],
    new Set(["constant"]),
  ];
  test.each(noOverrides.map((form) => [form]))(
    "%j as overrides of one rendering is a typed error that says what would work",
    (form) => {
      expect(() => shown(undefined, form as never)).toThrow(PromptValidationError);
      expect(() => shown(undefined, form as never)).toThrow(
        expect.objectContaining({ where: "visibility", fix: expect.stringContaining('{ "guide.style": "full" }') }),
      );
      expect(() => createVisibilityOverrides(form as never)).toThrow(PromptValidationError);
    },
  );

  test("what is no visibility is refused also for a section of another prompt", () => {
    expect(() => shown(undefined, { größe: "ful" as never })).toThrow(/'größe'.*"ful"/);
  });

  test("an override for a section that is not here is another prompt's", () => {
    expect(shown(undefined, [["elsewhere", FULL]])).toEqual([SUMMARY, SUMMARY, SUMMARY, FULL]);
  });

  test("SUMMARY without a summary: an error at build where constant", () => {
    const build = () => markdownSection({ title: "A", key: "bare", template: "x", visibility: SUMMARY });
    expect(build).toThrow(PromptValidationError);
    expect(build).toThrow(/'bare'.*summary/);
  });

  test("SUMMARY without a summary: an error at render where computed or overridden", () => {
    const child = markdownSection({ title: "A", key: "bare", template: "x", visibility: () => SUMMARY });
    const parent = markdownSection({ title: "P", key: "p", template: "", children: [child] });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [parent] }).bind();
    expect(() => prompt.render()).toThrow(PromptValidationError);
    expect(() => prompt.render()).toThrow(/'p.bare'/);
    expect(() =>
      prompt.render({
        visibility: [
          ["p.bare", FULL],
          ["p", SUMMARY],
        ],
      }),
    ).toThrow(/'p'/);
    const session = createPromptSession();
    session.dispatch(setVisibilityOverride("p.bare", SUMMARY));
    expect(() => prompt.render({ session })).toThrow(PromptValidationError);
  });

  test("what is no visibility is refused, wherever it comes from", () => {
    expect(() => markdownSection({ title: "A", key: "a", template: "x", visibility: "half" as never })).toThrow(
      PromptValidationError,
    );
    const computed = markdownSection({ title: "A", key: "a", template: "x", visibility: () => undefined as never });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [computed] }).bind();
    expect(() => prompt.render()).toThrow(PromptValidationError);
    expect(() => prompt.render({ visibility: [["a", "half" as never]] })).toThrow(PromptValidationError);
    expect(() => createPromptSession().dispatch(setVisibilityOverride("a", 1 as never))).toThrow(PromptValidationError);
    const throwing = {
      toString: () => {
        throw new Error("não");
      },
    };
    for (const odd of [Object.create(null), throwing, () => FULL, Symbol("满"), 1n, null]) {
      expect(() => prompt.render({ visibility: { a: odd as never } })).toThrow(PromptValidationError);
      expect(() => createPromptSession().dispatch(setVisibilityOverride("a", odd as never))).toThrow(
        PromptValidationError,
      );
    }
  });

  test("a selector that lacks its parameter is a PromptRenderError", () => {
    const section = markdownSection({
      title: "A",
      key: "a",
      template: "x",
      params: z.object({ brief: z.boolean() }),
      visibility: () => FULL,
    });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [section] }).bind({} as never);
    expect(() => prompt.render()).toThrow(PromptRenderError);
  });

  test("it is effective along ancestors: below a closed section nothing is shown, whatever it says", () => {
    const child = markdownSection({ title: "Child", key: "child", template: "whole child", summary: "short child" });
    const parent = markdownSection({
      title: "Parent",
      key: "parent",
      template: "p",
      summary: "short",
      visibility: SUMMARY,
      children: [child],
    });
    const prompt = promptTemplate({
      ns: "t",
      key: "t",
      sections: [parent, markdownSection({ title: "Next", key: "next", template: "n" })],
    }).bind();
    expect(prompt.render({ visibility: [["parent.child", FULL]] }).sections.map(({ path }) => path)).toEqual([
      "parent",
      "next",
    ]);
    expect(prompt.render({ visibility: [["parent", FULL]] }).sections.map(({ path }) => path)).toEqual([
      "parent",
      "parent.child",
      "next",
    ]);
  });
});

describe("enabled", () => {
  const leaf = (key: string, enabled?: boolean | (() => boolean)) =>
    markdownSection({ title: key, key, template: key, enabled });

  test("R4.6 a disabled section does not exist, nor does anything below it; the others keep their numbers", () => {
    let on = false;
    const group = markdownSection({ title: "G", key: "g", template: "g", enabled: () => on, children: [leaf("in")] });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [leaf("a", false), group, leaf("c")] }).bind();
    expect(prompt.render().text).toBe("## 3. c (c)\n\nc");
    on = true;
    expect(prompt.render().sections.map(({ number }) => number)).toEqual(["2", "2.1", "3"]);
  });

  test("it takes params and session as visibility does", () => {
    const section = markdownSection({
      title: "A",
      key: "a",
      template: "a",
      params: z.object({ on: z.boolean() }),
      enabled: ({ on }, session) => on && session !== undefined,
    });
    const { bind } = promptTemplate({ ns: "t", key: "t", sections: [section] });
    expect(bind({ on: true }).render().text).toBe("");
    expect(bind({ on: false }).render({ session: createPromptSession() }).text).toBe("");
    expect(bind({ on: true }).render({ session: createPromptSession() }).text).toContain("a");
  });

  test.each(["visibility", "enabled"])(
    "a function for %s that throws names its section and keeps what it threw",
    (field) => {
      const cause = new Error("boom");
      const thrower = () => {
        throw cause;
      };
      const one = markdownSection({ title: "One", key: "one", template: "x", [field]: thrower });
      const prompt = promptTemplate({ ns: "t", key: "t", sections: [one] }).bind();
      expect(() => prompt.render()).toThrow(PromptRenderError);
      expect(() => prompt.render()).toThrow(expect.objectContaining({ section: "one", cause }));
    },
  );
});
