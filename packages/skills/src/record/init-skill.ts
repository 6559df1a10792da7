import { join } from "node:path";
import { PdError } from "@pd/core";
import { readFrontmatter } from "@pd/core/markdown";
import { writeNewFolder } from "./new-folder.js";
import { validateSkillText } from "./validate-skill.js";
import { scalar } from "./yaml-scalar.js";

export interface InitSkillOptions {
  /** Also what its folder is called. */
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | ReadonlyMap<string, string> | undefined;
  readonly allowedTools?: readonly string[] | undefined;
  /** Markdown; by default a heading and places to fill in. */
  readonly body?: string | undefined;
}

export interface NewSkill {
  readonly baseDir: string;
  readonly filePath: string;
}

/**
 * Writes a new skill into a folder of its own below `into`: one that `validateSkill` finds no error in, or none at all.
 * What is given is written as it is: a name outside the pattern or a description that is too long is refused, not mended.
 * Something that is there already is never overwritten.
 */
export function initSkill(into: string, options: InitSkillOptions): NewSkill {
  const text = skillText(options);
  refuseInvalid(text, options);
  const baseDir = join(into, options.name);
  writeNewFolder(baseDir, [{ path: "SKILL.md", bytes: new TextEncoder().encode(text) }]);
  return { baseDir, filePath: join(baseDir, "SKILL.md") };
}

function skillText(options: InitSkillOptions): string {
  const { name, description, license, compatibility, allowedTools = [], body = placeholder(name) } = options;
  const lines = [`name: ${scalar(name)}`, `description: ${scalar(description)}`];
  if (license !== undefined) lines.push(`license: ${scalar(license)}`);
  if (compatibility !== undefined) lines.push(`compatibility: ${scalar(compatibility)}`);
  if (allowedTools.length > 0) lines.push(`allowed-tools: ${scalar(allowedTools.join(" "))}`);
  const metadata = metadataOf(options);
  if (metadata.length > 0) lines.push("metadata:");
  for (const [key, value] of metadata) lines.push(`  ${scalar(key)}: ${scalar(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}${body.endsWith("\n") ? "" : "\n"}`;
}

function metadataOf({ metadata = {} }: InitSkillOptions): readonly (readonly [string, string])[] {
  return metadata instanceof Map ? [...metadata] : Object.entries(metadata);
}

function placeholder(name: string): string {
  const title = name.replaceAll("-", " ");
  return `# ${title.slice(0, 1).toUpperCase()}${title.slice(1)}

Say what an agent has to do, step by step, and what a good result looks like.

## Steps

1. First …
2. Then …
`;
}

function refuseInvalid(text: string, options: InitSkillOptions): void {
  if (/\p{Cs}/u.test(text)) throw unwritable("body");
  const { findings } = validateSkillText(text, { folder: options.name });
  const error = findings.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new PdError("input-invalid", error.message, { where: error.code, fix: error.fix });
  // What was read back has to be what was given, to the last character.
  const { data } = readFrontmatter(text);
  const given = new Map<string, string | undefined>([
    ["name", options.name],
    ["description", options.description],
    ["license", options.license],
    ["compatibility", options.compatibility],
  ]);
  for (const [key, value] of given) if (data.get(key) !== value) throw unwritable(key);
  const metadata = data.get("metadata") ?? new Map();
  const wanted = metadataOf(options);
  const same = metadata instanceof Map && metadata.size === wanted.length;
  if (!same || wanted.some(([key, value]) => metadata.get(key) !== value)) throw unwritable("metadata");
}

function unwritable(where: string): PdError {
  const fix = "Leave out control characters and halves of characters.";
  return new PdError("input-invalid", `"${where}" cannot be written so that it is read again as it is`, { where, fix });
}
