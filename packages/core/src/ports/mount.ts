import { utf8Length } from "../model/counters.js";
import type { ErrorTable } from "../model/error-kind.js";
import { PdError } from "../model/errors.js";
import type { FindingTable } from "../model/finding-table.js";
import { escapeControls } from "../text/escape-controls.js";
import { type Command, checkCommands } from "./command.js";
import type { Content } from "./content.js";
import type { PromptPort } from "./prompt-port.js";
import type { SkillPort } from "./skill-port.js";
import type { Tool } from "./tool.js";

/** What a composition root hands to a door: content, tools that may disclose it, skills, prompts and commands, or several of them. */
export interface Mount {
  readonly content?: Content;
  readonly tools?: readonly Tool[];
  /** Skill files as they are, for doors whose protocol has skills. */
  readonly skills?: SkillPort;
  /** For doors whose protocol has prompts. */
  readonly prompts?: PromptPort;
  /** For doors that are a command line. */
  readonly commands?: readonly Command[];
  /** What its own codes mean, for `pd explain` and for doors. */
  readonly codes?: CodeTables;
}

/** What a package says of the codes that it gives to errors and findings. */
export interface CodeTables {
  readonly errors?: ErrorTable;
  readonly findings?: FindingTable;
}

/** Plain ids first: the pattern for all of them looks into Unicode's tables, and takes its time to be made. */
const isGraphId = (id: string) =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id) || /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(id);
/** It is in every answer, which must stay small. */
const GRAPH_ID_BYTES = 96;
const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** From JavaScript anything can come in; what is no mount is refused before it is asked for its content. */
export function checkMounts(mounts: unknown): void {
  const known = ["content", "tools", "skills", "prompts", "commands", "codes"];
  const isMount = (mount: unknown) => typeof mount === "object" && mount !== null && known.some((key) => key in mount);
  if (!Array.isArray(mounts) || !mounts.every(isMount))
    throw invalid("mounts is not a list of mounts", "mounts: [{ content: vault }]");
  checkCommands(mounts.flatMap(({ commands = [] }: Mount) => commands));
}

/** The contents of all mounts by id, in order. The first is the one a request without `graphId` means. */
export function contentsOf(mounts: readonly Mount[]): ReadonlyMap<string, Content> {
  const contents = new Map<string, Content>();
  for (const { content } of mounts) {
    if (content === undefined) continue;
    if (!isGraphId(content.id) || utf8Length(content.id) > GRAPH_ID_BYTES)
      throw invalid(`"${escapeControls(content.id)}" cannot be the id of a content`, "letters, digits, . _ -");
    if (contents.has(content.id)) throw invalid(`Two contents are called "${content.id}"`, "a different id for each");
    contents.set(content.id, content);
  }
  return contents;
}

/** Each name once, or the toolkit is not made (R6.5). What cannot be called is refused now, not when a model calls it. */
export function checkTools(tools: readonly Pick<Tool, "name" | "input">[]): void {
  const taken = new Set<string>();
  for (const { name, input } of tools) {
    if (typeof name !== "string" || !TOOL_NAME.test(name))
      throw invalid(
        `"${escapeControls(String(name))}" cannot be the name of a tool`,
        "snake_case, at most 64 characters",
      );
    if (typeof input !== "object" || input === null || !("_zod" in input))
      throw invalid(`The tool "${name}" has no zod schema as its input`, "defineTool({ input: z.object({ … }), … })");
    if (taken.has(name)) throw invalid(`Two tools are called "${name}"`, "a different name for each");
    taken.add(name);
  }
}

function invalid(message: string, wanted: string): PdError {
  return new PdError("mount-invalid", message, { where: "mounts", fix: `Use ${wanted}.` });
}
