import { defineTool } from "@pd/core";
import * as z from "zod/mini";
import { markdownSection } from "../section/section.js";
import { promptTemplate } from "../section/template.js";
import { SectionVisibility } from "../session/visibility.js";

/** What the tools were called with, in order. */
export type Calls = string[];

/** The seed's calculator: instructions, a closed section that brings a tool, one that brings another, and one with text only. */
export function calculatorPrompt(calls: Calls = []) {
  const add = defineTool({
    name: "add",
    description: "Add two numbers.",
    input: z.strictObject({ a: z.number(), b: z.number() }),
    readOnly: true,
    async call({ a, b }) {
      calls.push(`add ${a} ${b}`);
      return { sum: a + b };
    },
  });
  const verify = defineTool({
    name: "verify_result",
    description: "Verify computation result.",
    input: z.strictObject({ value: z.number() }),
    readOnly: false,
    async call({ value }) {
      calls.push(`verify ${value}`);
      if (value < 0) throw new Error("the secret is 1234");
      return `${value} is right.`;
    },
  });
  const closed = { visibility: SectionVisibility.SUMMARY };
  return promptTemplate({
    ns: "agents/calculator",
    key: "compute",
    sections: [
      markdownSection({ title: "Instructions", key: "instructions", template: "Perform calculations.", tools: [add] }),
      markdownSection({
        title: "Verification Tools",
        key: "verification",
        template: "Use verify_result to check your work.",
        summary: "Verification tools available.",
        tools: [verify],
        ...closed,
      }),
      markdownSection({
        title: "Units",
        key: "units",
        template: "Everything is in metres.",
        summary: "Which units to use.",
        ...closed,
      }),
      markdownSection({
        title: "Rounding",
        key: "rounding",
        template: "Round half to even.",
        summary: "How to round.",
        skills: [{ name: "rounding" }],
        ...closed,
      }),
    ],
  });
}
