import { type Answer, defineTool, type Mount, type Tool, textAnswerSchema, tokens } from "@pd/core";
import * as z from "zod/mini";
import { opensElsewhere, type SectionContentOptions, sectionContent } from "../content/section-content.js";
import { sectionNodeId } from "../content/section-nodes.js";
import { sectionKeyField } from "../open/read-section.js";
import { normalisedPath } from "../session/visibility-slice.js";
import { PROMPT_ERRORS } from "./prompt-errors.js";
import { noSuchSection } from "./section-access.js";
import type { Prompt } from "./template.js";

const input = z.strictObject({
  section_key: sectionKeyField,
  tokenBudget: z._default(z.int().check(z.positive(), z.describe("Maximum number of tokens")), 10_000),
  session: z.optional(z.string().check(z.maxLength(64), z.describe('Session id, or "new"'))),
});

/**
 * `read_section` as a door serves it: the text comes through the gate, so that ledger, budget and telemetry apply (R6.5). A section that
 * brings tools is a typed error, and never a changed list of tools (R4.8). Mount it with the content of the same prompt.
 */
export function sectionTools(prompt: Prompt): readonly Tool[] {
  const { sections } = prompt.outline();
  const known = new Map(sections.map((section) => [section.path, section]));
  const readSection = defineTool({
    name: "read_section",
    description: `Read a section of the prompt "${prompt.key}" in full, with all that is below it.`,
    input,
    output: textAnswerSchema as unknown as z.core.$ZodType<Answer>,
    readOnly: true,
    async call({ section_key: key, tokenBudget }, { disclose }) {
      const section = known.get(normalisedPath(key));
      if (section === undefined) throw noSuchSection(key, "section_key");
      if (section.bringsTools) throw opensElsewhere(section.path);
      const plan = () => ({
        wants: [{ id: sectionNodeId(section.path), least: 4, most: 4 } as const],
        visited: 1,
        budget: tokens(tokenBudget),
        levels: "raised" as const,
        breadth: 1,
        repeat: true,
      });
      return disclose(plan, "text");
    },
  });
  return [readSection];
}

/** Both together, ready for `createToolkit({ mounts: [promptMount(prompt)] })` and every door. */
export function promptMount(prompt: Prompt, options?: SectionContentOptions): Mount {
  return { content: sectionContent(prompt, options), tools: sectionTools(prompt), codes: { errors: PROMPT_ERRORS } };
}
