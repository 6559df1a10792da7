import { defineTool } from "@pd/core";
import * as z from "zod/mini";
import { PromptValidationError, VisibilityExpansionRequired } from "../section/errors.js";
import type { PromptTool } from "../section/prompt-types.js";
import { alreadyExpanded, overridesFor, placeOfKey, type SectionAccess } from "../section/section-access.js";

/** The one field of `read_section`, wherever it is served. */
export const sectionKeyField = z
  .string()
  .check(z.describe('Key of the section to read; a dot leads to a section inside another: "parent.child".'));

/** `read_section`: the section and all that is below it as the tool's result. Nothing else changes (R4.6). */
export function readSectionTool(access: SectionAccess): PromptTool {
  return defineTool({
    name: "read_section",
    description: "Read the full content of a summarized section.",
    input: z.strictObject({ section_key: sectionKeyField }),
    output: z.string(),
    readOnly: true,
    call: async ({ section_key: key }) => readSection(access, key),
  });
}

function readSection(access: SectionAccess, key: string): string {
  const { binding, presence } = access;
  const place = placeOfKey(access, key);
  if (access.isOpen(place)) throw new PromptValidationError(alreadyExpanded(key), { where: "section_key" });
  if (presence.bringsTools(place)) {
    // Its text speaks of tools that are not there yet: only rendering again brings both.
    throw new VisibilityExpansionRequired({
      requestedOverrides: overridesFor(access, [place]),
      reason: "read_section was asked for a section that brings tools.",
      sectionKeys: [key],
    });
  }
  return binding.chunks.standalone(place, presence);
}
