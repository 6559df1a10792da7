import type { Finding } from "@pd/core";
import { type Frontmatter, type FrontmatterValue, readFrontmatterBytes } from "@pd/core/markdown";
import { safeLine } from "./terminal/safe-text.js";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const NAME_LENGTH = 64;
const DESCRIPTION_LENGTH = 1024;
const COMPATIBILITY_LENGTH = 500;

/** The keys of the open format, and those that pd adds (R5.1). */
const KEYS: ReadonlySet<string> = new Set([
  ..."name description license compatibility metadata allowed-tools".split(" "),
  ..."version model disable-model-invocation arguments argument-hint".split(" "),
  // What any note of a vault may have.
  ..."type domain tags aliases extends contradicts".split(" "),
]);

const UNREAD: ReadonlySet<Frontmatter["status"]> = new Set(["none", "incomplete", "broken", "too-large"]);

/** What YAML has and a head does without: it is read as text, and nothing is lost. */
const HARMLESS: ReadonlySet<string> = new Set(["alias-ignored", "tag-ignored"]);

/** A skill's file and its bytes. */
export interface SkillFile {
  /** Relative to the vault, with `/` between its parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** `error` unless told otherwise. */
  readonly severity?: Finding["severity"];
  readonly line?: number;
  /** Whose line it is. */
  readonly key?: string;
}

/** What is wrong with a skill by the format's rules, strictly: what `invoke` repairs is an error here (R5.2). */
export function skillFindings({ path, bytes }: SkillFile): readonly Finding[] {
  const frontmatter = readFrontmatterBytes(bytes);
  const parts = path.split("/");
  const faults = [...fileFaults(parts.at(-1)), ...headFaults(frontmatter, parts.at(-2))];
  const findings = faults.map(({ code, severity = "error", line, key, message, fix }) => ({
    code,
    severity,
    file: path,
    line: line ?? (key === undefined ? undefined : frontmatter.line(key)) ?? 1,
    message,
    fix,
  }));
  return findings.sort((a, b) => a.line - b.line);
}

function fileFaults(name = ""): readonly Fault[] {
  if (name === "SKILL.md") return [];
  const message = `The file is called ${name}.`;
  return [{ code: "skill-file-name", severity: "warning", message, fix: "Rename it to SKILL.md." }];
}

function headFaults(frontmatter: Frontmatter, folder: string | undefined): readonly Fault[] {
  if (UNREAD.has(frontmatter.status)) {
    const message = frontmatter.status === "none" ? "The skill has no frontmatter." : "The frontmatter cannot be read.";
    return [
      {
        code: "skill-no-frontmatter",
        message,
        fix: `Begin the file with four lines: ---, name: ${folder ?? "my-skill"}, description: … and ---`,
      },
    ];
  }
  return [
    ...nameFaults(frontmatter.data.get("name"), folder),
    ...descriptionFaults(frontmatter.data.get("description")),
    ...textFaults(frontmatter),
    ...metadataFaults(frontmatter.data.get("metadata")),
    ...[...frontmatter.data.keys()].filter((key) => !KEYS.has(key)).map(unknownKey),
    ...frontmatter.diagnostics.map(
      ({ code, line, message, fix = "Write one key: value a line." }): Fault => ({
        code: `frontmatter-${code}`,
        severity: HARMLESS.has(code) ? "warning" : "error",
        line,
        message,
        fix,
      }),
    ),
  ];
}

function nameFaults(name: FrontmatterValue | undefined, folder: string | undefined): readonly Fault[] {
  const key = "name";
  if (isNothing(name)) {
    return [{ code: "skill-no-name", key, message: 'It has no "name".', fix: `name: ${folder ?? "my-skill"}` }];
  }
  if (typeof name !== "string") return [noText(key)];
  const better = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "");
  const fix = `name: ${better || "my-skill"}`;
  const shown = safeLine(name.slice(0, 100));
  const pattern = `The name "${shown}" is not lower-case words with single hyphens.`;
  const length = `The name has ${name.length} characters; ${NAME_LENGTH} are allowed.`;
  const rename = folder !== undefined && NAME.test(folder) ? `name: ${folder}` : "Rename the folder.";
  return [
    ...(NAME.test(name) ? [] : [{ code: "skill-name", key, message: pattern, fix }]),
    ...(name.length <= NAME_LENGTH ? [] : [{ code: "skill-name", key, message: length, fix: "Shorten it." }]),
    ...(folder === undefined || folder === name
      ? []
      : [
          { code: "skill-folder", key, message: `The name is "${shown}", and the folder is "${folder}".`, fix: rename },
        ]),
  ];
}

function descriptionFaults(description: FrontmatterValue | undefined): readonly Fault[] {
  const key = "description";
  if (isNothing(description)) {
    const fix = "description: What it does, and when to use it.";
    return [{ code: "skill-no-description", key, message: 'It has no "description".', fix }];
  }
  if (typeof description !== "string") return [noText(key)];
  return tooLong({ code: "skill-description", key, text: description, most: DESCRIPTION_LENGTH });
}

/** Fields that are texts where they are there at all, one that is a list of them, and one that is a yes or no. */
function textFaults({ data }: Frontmatter): readonly Fault[] {
  const { license, compatibility, tools, flag } = {
    license: data.get("license"),
    compatibility: data.get("compatibility"),
    tools: data.get("allowed-tools"),
    flag: data.get("disable-model-invocation"),
  };
  const areTools = [tools].flat().every((tool) => typeof tool === "string" && tool.trim() !== "");
  return [
    ...(license === undefined || isText(license) ? [] : [noText("license")]),
    ...(compatibility === undefined || isText(compatibility) ? [] : [noText("compatibility")]),
    ...(isText(compatibility)
      ? tooLong({ code: "skill-compatibility", key: "compatibility", text: compatibility, most: COMPATIBILITY_LENGTH })
      : []),
    ...(tools === undefined || areTools ? [] : [{ ...noText("allowed-tools"), fix: "allowed-tools: Read Grep" }]),
    ...(flag === undefined || typeof flag === "boolean"
      ? []
      : [
          {
            ...noText("disable-model-invocation"),
            message: "It is neither true nor false.",
            fix: "Write true or false.",
          },
        ]),
  ];
}

function metadataFaults(metadata: FrontmatterValue | undefined): readonly Fault[] {
  if (metadata === undefined) return [];
  if (metadata instanceof Map && [...metadata.values()].every((value) => typeof value === "string")) return [];
  const message = "metadata is a map from words to texts.";
  return [{ code: "skill-metadata", key: "metadata", message, fix: 'Put quotes around numbers: version: "1.0".' }];
}

function unknownKey(key: string): Fault {
  const message = `The format has no key "${safeLine(key.slice(0, 100))}".`;
  return { code: "skill-unknown-key", key, message, fix: "Put it under metadata." };
}

function noText(key: string): Fault {
  const message = `The ${key} is empty, or YAML reads it as no text.`;
  return { code: "skill-field", key, message, fix: `Write a text, in quotes: ${key}: "…".` };
}

interface Length {
  readonly code: string;
  readonly key: string;
  readonly text: string;
  readonly most: number;
}

/** Characters as people count them, not UTF-16 units. */
function tooLong({ code, key, text, most }: Length): readonly Fault[] {
  const length = [...text].length;
  if (length <= most) return [];
  return [{ code, key, message: `The ${key} has ${length} characters; ${most} are allowed.`, fix: "Shorten it." }];
}

function isNothing(value: FrontmatterValue | undefined): boolean {
  return value === undefined || value === null || value === "" || (typeof value === "string" && value.trim() === "");
}

function isText(value: FrontmatterValue | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}
