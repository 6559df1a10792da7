import { defineTool, type Filesystem, isPdError, type ToolContext } from "@pd/core";
import * as z from "zod/mini";
import { contextFile } from "../render/context-file.js";
import { resolvePresence } from "../render/resolution.js";
import { createBinding } from "../section/binding.js";
import { PromptValidationError, VisibilityExpansionRequired } from "../section/errors.js";
import type { Delivery, PromptTool, ToolResult } from "../section/prompt-types.js";
import type { SectionRegistry } from "../section/registry.js";
import { alreadyExpanded, overridesFor, placeOfKey, type SectionAccess } from "../section/section-access.js";
import type { PromptSession } from "../session/session.js";
import { type SectionPath, SectionVisibility } from "../session/visibility.js";

const paramsSchema = z.strictObject({
  section_keys: z
    .array(z.string())
    .check(z.describe('Keys of the sections to open; a dot leads to a section inside another: "parent.child".')),
  reason: z.string().check(z.describe("Why the full content is needed.")),
});

const resultSchema = z.strictObject({
  written_files: z
    .array(z.string())
    .check(z.describe("Paths to context files written. Read these files to view the expanded section content.")),
});

const toolResultSchema = z.strictObject({
  message: z.string(),
  value: z.nullable(resultSchema),
  success: z.boolean(),
});

export type OpenSectionsParams = z.output<typeof paramsSchema>;
export type OpenSectionsResult = z.output<typeof resultSchema>;

export interface OpenSectionsOptions {
  /** `template.registry`. */
  readonly registry: SectionRegistry;
  /** How each section stands. One that is not named is closed. */
  readonly currentVisibility: Pick<ReadonlyMap<SectionPath, SectionVisibility>, "get">;
  /** What would be given to `bind`. */
  readonly paramLookup?: object | undefined;
  readonly session?: PromptSession | undefined;
  /** Where content is written. Without one, where the context of the call says. */
  readonly filesystem?: Filesystem | undefined;
  readonly delivery?: Delivery | undefined;
}

/** `open_sections` for one state of a prompt. `render` makes it where something is closed; this is for those with a loop of their own. */
export function createOpenSectionsHandler(options: OpenSectionsOptions): PromptTool {
  const { registry, currentVisibility, paramLookup = {}, session, filesystem, delivery = "files" } = options;
  const binding = createBinding(registry, paramLookup);
  const presence = resolvePresence({ registry, parameters: binding.parameters, session });
  const isOpen = (place: number): boolean => {
    if (currentVisibility.get(registry.sections[place]!.path) !== SectionVisibility.FULL) return false;
    for (let above = registry.parents[place]!; above >= 0; above = registry.parents[above]!) {
      if (currentVisibility.get(registry.sections[above]!.path) === SectionVisibility.SUMMARY) return false;
    }
    return true;
  };
  return openSectionsTool({ binding, presence, delivery, filesystem, isOpen });
}

export function openSectionsTool(access: SectionAccess): PromptTool {
  return defineTool({
    name: "open_sections",
    description: "Expand summarized sections to view their full content.",
    input: paramsSchema,
    output: toolResultSchema,
    readOnly: false,
    call: (params, context) => openSections(access, params, context),
  });
}

interface Asked {
  readonly key: string;
  readonly place: number;
}

async function openSections(
  access: SectionAccess,
  { section_keys: keys, reason }: OpenSectionsParams,
  context: ToolContext,
): Promise<ToolResult<OpenSectionsResult>> {
  const { closed, open } = validate(access, keys);
  const { presence, delivery } = access;
  // One that brings tools takes all with it: what was asked for together is shown together.
  if (delivery !== "files" || closed.some(({ place }) => presence.bringsTools(place))) {
    throw new VisibilityExpansionRequired({
      requestedOverrides: overridesFor(
        access,
        closed.map(({ place }) => place),
      ),
      reason,
      sectionKeys: keys,
    });
  }
  const filesystem = access.filesystem ?? context.filesystem;
  if (filesystem === undefined) return failure("Cannot write context files: no filesystem available.");
  const files = renderAll(access, closed);
  if ("message" in files) return files;
  try {
    await filesystem.write(files, { signal: context.signal });
  } catch (error) {
    if (isPdError(error) && error.code === "cancelled") throw error;
    return failed(closed, error);
  }
  const written = files.map(({ path }) => path);
  const skipped = open.map(({ key }) => ` ${alreadyExpanded(key)}`).join("");
  return {
    message: `Section content written to: ${written.join(", ")}. Read these files to view the expanded content.${skipped}`,
    value: { written_files: written },
    success: true,
  };
}

/** All keys before anything is done. A key given twice counts once; open ones are an error only where all are (R4.6). */
function validate(
  access: SectionAccess,
  keys: readonly string[],
): { readonly closed: readonly Asked[]; readonly open: readonly Asked[] } {
  if (keys.length === 0) {
    throw new PromptValidationError("At least one section key must be provided.", { where: "section_keys" });
  }
  const asked = new Map<number, Asked>();
  for (const key of keys) {
    const place = placeOfKey(access, key);
    if (!asked.has(place)) asked.set(place, { key, place });
  }
  const open = [...asked.values()].filter(({ place }) => access.isOpen(place));
  const closed = [...asked.values()].filter(({ place }) => !access.isOpen(place));
  if (closed.length === 0) {
    throw new PromptValidationError(open.map(({ key }) => alreadyExpanded(key)).join(" "), { where: "section_keys" });
  }
  return { closed, open };
}

type Files = readonly { readonly path: string; readonly text: string }[];

/** Everything is rendered before anything is written (R4.6). */
function renderAll({ binding, presence }: SectionAccess, asked: readonly Asked[]): Files | ToolResult<never> {
  const files: { path: string; text: string }[] = [];
  for (const one of asked) {
    try {
      const text = binding.chunks.standalone(one.place, presence);
      files.push({ path: contextFile(binding.registry.sections[one.place]!.path), text: `${text}\n` });
    } catch (error) {
      return failed([one], error);
    }
  }
  return files;
}

function failed(asked: readonly Asked[], error: unknown): ToolResult<never> {
  const keys = asked.map(({ key }) => key).join(", ");
  return failure(`Failed to write context for '${keys}': ${error instanceof Error ? error.message : String(error)}`);
}

function failure(message: string): ToolResult<never> {
  return { message, value: null, success: false };
}
