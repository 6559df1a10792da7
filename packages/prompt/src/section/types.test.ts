import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import type { PromptSession } from "../session/session.js";
import { SectionVisibility } from "../session/visibility.js";
import { PromptRenderError } from "./errors.js";
import type { BoundPrompt } from "./prompt-types.js";
import { markdownSection, type Section } from "./section.js";
import { promptTemplate } from "./template.js";

/** What the compiler refuses. `@ts-expect-error` fails the type check where there is no error. */

const task = markdownSection({
  title: "Task",
  key: "task",
  template: "${task}",
  params: z.object({ task: z.string() }),
});
const limit = markdownSection({
  title: "Limit",
  key: "limit",
  template: "${limit}",
  params: mini.object({ limit: mini._default(mini.number(), 3) }),
});
const plain = markdownSection({ title: "Plain", key: "plain", template: "plain" });
const nested = markdownSection({
  title: "Nested",
  key: "nested",
  template: "${who}",
  params: z.object({ who: z.string() }),
  children: [task, plain, markdownSection({ title: "Deep", key: "deep", template: "", children: [limit] })],
});

test("bind asks for what the sections and their children declare", () => {
  const template = promptTemplate({ ns: "t", key: "t", sections: [nested, plain] });
  expectTypeOf(template.bind)
    .parameter(0)
    .toExtend<{ who: string; task: string; limit?: number | undefined } | undefined>();
  expect(template.bind({ who: "me", task: "it" }).render().text).toContain("### 1.1. Task (nested.task)\n\nit");
  expect(template.bind({ who: "me", task: "it", limit: 7 }).render().text).toContain("7");

  // @ts-expect-error a parameter of a child is missing
  expect(() => template.bind({ who: "me" }).render()).toThrow(PromptRenderError);
  // @ts-expect-error nothing is given
  expect(() => template.bind().render()).toThrow(PromptRenderError);
  // @ts-expect-error one of the wrong type
  expect(() => template.bind({ who: 1, task: "it" }).render()).toThrow(PromptRenderError);
  // @ts-expect-error a misspelt one beside the right ones
  expect(template.bind({ who: "me", task: "it", limits: 7 }).render().text).toContain("3");
});

test("nothing has to be given where nothing is needed", () => {
  expect(
    promptTemplate({ ns: "t", key: "t", sections: [plain] })
      .bind()
      .render().text,
  ).toContain("plain");
  expect(
    promptTemplate({ ns: "t", key: "t", sections: [limit] })
      .bind()
      .render().text,
  ).toContain("3");
  expect(
    promptTemplate({ ns: "t", key: "t", sections: [limit] })
      .bind({ limit: 4 })
      .render().text,
  ).toContain("4");
});

test("a list of sections says what it may hold", () => {
  const simple: Section[] = [plain];
  expect(promptTemplate({ ns: "t", key: "t", sections: simple }).bind().render().text).toContain("plain");
  // @ts-expect-error it needs a parameter, and the list says that none does
  const none: Section[] = [task];
  const some: Section<{ task: string; limit?: number | undefined }>[] = [...none, limit, plain];
  const template = promptTemplate({ ns: "t", key: "t", sections: some });
  expect(template.bind({ task: "it" }).render().text).toContain("it");
  // @ts-expect-error so nothing is not enough
  expect(() => template.bind().render()).toThrow(PromptRenderError);
});

test("a selector sees the parameters of its own section, as parsed", () => {
  const section = markdownSection({
    title: "S",
    key: "s",
    template: "whole",
    summary: "short",
    params: z.object({ size: z.string().transform(Number) }),
    visibility(params, session) {
      expectTypeOf(params).toEqualTypeOf<{ size: number }>();
      expectTypeOf(session).toEqualTypeOf<PromptSession | undefined>();
      return params.size > 5 ? SectionVisibility.SUMMARY : SectionVisibility.FULL;
    },
  });
  const { bind } = promptTemplate({ ns: "t", key: "t", sections: [section] });
  expect(bind({ size: "9" }).render().text).toContain("short");
  markdownSection({
    title: "S",
    key: "s",
    template: "",
    // @ts-expect-error there is no such parameter
    visibility: (params) => params.nothing,
  });
  // @ts-expect-error a visibility is one of two
  expect(() => markdownSection({ title: "S", key: "s", template: "", visibility: "half" })).toThrow();
});

test("parameters that cannot both be are none", () => {
  const number = markdownSection({ title: "N", key: "n", template: "${task}", params: z.object({ task: z.number() }) });
  const template = promptTemplate({ ns: "t", key: "t", sections: [task, number] });
  // @ts-expect-error task would have to be a string and a number
  expect(() => template.bind({ task: "x" }).render()).toThrow(PromptRenderError);
});

test("the output is known to whoever evaluates", () => {
  const template = promptTemplate({ ns: "t", key: "t", sections: [plain], output: z.object({ answer: z.number() }) });
  expectTypeOf(template.bind()).toExtend<BoundPrompt<{ answer: number }>>();
  expect(template.bind().output).toBe(template.output);
});
