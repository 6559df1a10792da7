import { isPdError } from "@pd/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { markdownSection } from "../section/section.js";
import { promptTemplate } from "../section/template.js";
import { SectionVisibility } from "../session/visibility.js";
import { promptPort } from "./prompt-port.js";

const review = promptTemplate({
  ns: "team/review",
  key: "review",
  sections: [
    markdownSection({
      title: "Task",
      key: "task",
      params: z.object({ file: z.string().describe("What to look at."), depth: z.number().optional() }),
      template: "Review ${file}.",
    }),
    markdownSection({
      title: "Style",
      key: "style",
      params: z.strictObject({ strict: z.boolean() }),
      template: "Strict: ${strict}.",
      summary: "How we write.",
      visibility: SectionVisibility.SUMMARY,
    }),
  ],
});
const port = promptPort([{ template: review, description: "Review a file." }]);
const get = (given: Record<string, string>) => port.get({ name: "review", arguments: new Map(Object.entries(given)) });

describe("templates for doors whose protocol has prompts", () => {
  test("are listed with what their sections ask for, and without a text", async () => {
    expect(await port.list()).toEqual([
      {
        name: "review",
        description: "Review a file.",
        arguments: [
          { name: "file", description: "What to look at.", required: true },
          { name: "depth", required: false },
          { name: "strict", required: true },
        ],
      },
    ]);
  });

  test("give their whole text: closed sections too, since there is nothing to open them with", async () => {
    const { text, description } = (await get({ file: "$& ${strict}", strict: "true", other: "x" }))!;
    expect(text).toBe("## 1. Task (task)\n\nReview $& ${strict}.\n\n## 2. Style (style)\n\nStrict: true.");
    expect(description).toBe("Review a file.");
  });

  test.each([
    ["a missing argument", { file: "a.ts" }, "strict", '"strict" is missing'],
    ["what is no boolean", { file: "a.ts", strict: "yes" }, "strict", "expected boolean"],
    ["what is not a number", { file: "a.ts", strict: "true", depth: "deep" }, "depth", "expected number"],
  ])("%s is an input-invalid that names it", async (_, given, where, words) => {
    const error = await get(given).catch((thrown: unknown) => thrown);
    expect(isPdError(error) && { code: error.code, where: error.where }).toEqual({ code: "input-invalid", where });
    expect((error as Error).message).toContain(words);
  });

  test("know only their own names", async () => {
    for (const name of ["Review", "__proto__", "constructor"])
      expect(await port.get({ name, arguments: new Map() })).toBeUndefined();
  });

  test("need a name each", () => {
    expect(() => promptPort([{ template: review }, { template: review }])).toThrow("share a name");
    expect(() => promptPort([{ template: review }, { template: review, name: "again" }])).not.toThrow();
  });
});
