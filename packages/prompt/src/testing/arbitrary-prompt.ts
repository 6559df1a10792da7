import fc from "fast-check";
import * as z from "zod/mini";
import type { PromptTool } from "../section/prompt-types.js";
import { markdownSection, type Section } from "../section/section.js";
import { SectionVisibility } from "../session/visibility.js";

/** A section as plain data, for property tests: what is rendered is compared with what this says. */
export interface PlannedSection {
  readonly key: string;
  readonly body: string;
  readonly summary: string | undefined;
  readonly closed: boolean;
  readonly enabled: boolean;
  readonly computed: boolean;
  readonly tool: boolean;
  readonly priority: number;
  readonly children: readonly PlannedSection[];
}

const words = fc
  .array(fc.constantFrom("alpha", "beta", "gamma", "漢字", "🙂", "x".repeat(40), "one two"), {
    minLength: 1,
    maxLength: 30,
  })
  .map((all) => all.join(" "));

/** Trees of up to four levels, keys unique among siblings. */
export const plannedSections: fc.Arbitrary<readonly PlannedSection[]> = fc
  .letrec<{
    sections: readonly PlannedSection[];
  }>((tie) => {
    const section = fc.record({
      key: fc.constantFrom("a", "b", "c", "d", "docs", "con"),
      body: fc.oneof(fc.constant(""), words),
      summary: fc.option(words, { nil: undefined }),
      closed: fc.boolean(),
      enabled: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      computed: fc.boolean(),
      tool: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      priority: fc.integer({ min: -2, max: 2 }),
      children: tie("sections"),
    });
    return {
      sections: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constant([]),
        fc.uniqueArray(section, { selector: ({ key }) => key, minLength: 1, maxLength: 4 }),
      ),
    };
  })
  .sections.filter((all) => all.length > 0);

/** The same as sections of a prompt. Tools are named by the path, so that none is there twice. */
export function sectionsFrom(planned: readonly PlannedSection[], above = ""): readonly Section<unknown>[] {
  return planned.map((one) => {
    const path = above === "" ? one.key : `${above}_${one.key}`;
    const visibility = one.closed && one.summary !== undefined ? SectionVisibility.SUMMARY : SectionVisibility.FULL;
    return markdownSection({
      title: `Title of ${one.key}`,
      key: one.key,
      template: one.body,
      summary: one.summary,
      visibility: one.computed ? () => visibility : visibility,
      enabled: one.computed ? () => one.enabled : one.enabled,
      tools: one.tool ? [toolCalled(`tool_${path}`)] : [],
      priority: one.priority,
      children: sectionsFrom(one.children, path),
    });
  });
}

const NOTHING = z.strictObject({});

function toolCalled(name: string): PromptTool {
  return {
    name,
    description: name,
    input: NOTHING,
    readOnly: true,
    call: async () => name,
  };
}
