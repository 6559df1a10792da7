import type { Finding } from "@pd/core";
import { type Frontmatter, type FrontmatterValue, readFrontmatterBytes } from "@pd/core/markdown";

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

/** A skill's file and its bytes. */
export interface SkillFile {
  /** Relative to the vault, with `/` between its parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What is wrong with a skill by the format's rules, strictly. */
export function skillFindings({ path, bytes }: SkillFile): readonly Finding[] {
  const frontmatter = readFrontmatterBytes(bytes);
  const at = (key: string) => frontmatter.line(key) ?? 1;
  const finding = (
    code: string,
    severity: Finding["severity"],
    about: { line?: number; message: string; fix?: string },
  ): Finding => ({
    code,
    severity,
    file: path,
    line: about.line ?? 1,
    message: about.message,
    ...(about.fix === undefined ? {} : { fix: about.fix }),
  });
  const parts = path.split("/");
  const folder = parts.at(-2);
  if (frontmatter.status === "none" || frontmatter.status === "broken") {
    const message = frontmatter.status === "none" ? "The skill has no frontmatter." : "The frontmatter cannot be read.";
    return [
      finding("skill-no-frontmatter", "error", {
        message,
        fix: `---\\nname: ${folder ?? "my-skill"}\\ndescription: …\\n---`,
      }),
    ];
  }
  return [
    ...(parts.at(-1) === "SKILL.md"
      ? []
      : [
          finding("skill-file-name", "warning", {
            message: `The file is called ${parts.at(-1)}.`,
            fix: "Rename it to SKILL.md.",
          }),
        ]),
    ...nameFaults(frontmatter, folder).map(({ code, severity, ...about }) =>
      finding(code, severity, { line: at("name"), ...about }),
    ),
    ...lengthFaults(frontmatter).map((about) => finding(about.code, "error", { line: at(about.key), ...about })),
    ...metadataFaults(frontmatter.data.get("metadata")).map((about) =>
      finding("skill-metadata", "error", { line: at("metadata"), ...about }),
    ),
    ...[...frontmatter.data.keys()]
      .filter((key) => !KEYS.has(key))
      .map((key) =>
        finding("skill-unknown-key", "info", {
          line: at(key),
          message: `The format has no key "${key}".`,
          fix: "Put it under metadata.",
        }),
      ),
    ...frontmatter.diagnostics.map(({ code, line, message, fix }) =>
      finding(`frontmatter-${code}`, "warning", { line, message, ...(fix === undefined ? {} : { fix }) }),
    ),
  ];
}

interface Fault {
  readonly code: string;
  readonly severity: Finding["severity"];
  readonly message: string;
  readonly fix?: string;
}

function nameFaults(frontmatter: Frontmatter, folder: string | undefined): readonly Fault[] {
  const name = frontmatter.text("name")?.trim() ?? "";
  if (name === "") {
    return [
      { code: "skill-no-name", severity: "error", message: 'It has no "name".', fix: `name: ${folder ?? "my-skill"}` },
    ];
  }
  const faults: Fault[] = [];
  if (!NAME.test(name)) {
    const better = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, "-")
      .replace(/^-|-$/gu, "");
    faults.push({
      code: "skill-name",
      severity: "error",
      message: `The name "${name}" is not lower-case words with single hyphens.`,
      ...(better === "" ? {} : { fix: `name: ${better}` }),
    });
  }
  if (name.length > NAME_LENGTH) {
    faults.push({
      code: "skill-name",
      severity: "error",
      message: `The name has ${name.length} characters; ${NAME_LENGTH} are allowed.`,
    });
  }
  if (folder !== undefined && folder !== name) {
    faults.push({
      code: "skill-folder",
      severity: "error",
      message: `The name is "${name}", and the folder is "${folder}".`,
      fix: NAME.test(folder) ? `name: ${folder}` : "Rename the folder.",
    });
  }
  return faults;
}

function lengthFaults(
  frontmatter: Frontmatter,
): readonly { code: string; key: string; message: string; fix?: string }[] {
  const description = frontmatter.text("description")?.trim() ?? "";
  const compatibility = frontmatter.text("compatibility") ?? "";
  return [
    ...(description === ""
      ? [
          {
            code: "skill-no-description",
            key: "description",
            message: 'It has no "description".',
            fix: "description: What it does, and when to use it.",
          },
        ]
      : []),
    ...(description.length > DESCRIPTION_LENGTH
      ? [
          {
            code: "skill-description",
            key: "description",
            message: `The description has ${description.length} characters; ${DESCRIPTION_LENGTH} are allowed.`,
          },
        ]
      : []),
    ...(compatibility.length > COMPATIBILITY_LENGTH
      ? [
          {
            code: "skill-compatibility",
            key: "compatibility",
            message: `It has ${compatibility.length} characters; ${COMPATIBILITY_LENGTH} are allowed.`,
          },
        ]
      : []),
  ];
}

function metadataFaults(metadata: FrontmatterValue | undefined): readonly { message: string; fix: string }[] {
  if (metadata === undefined || metadata === null) return [];
  const isMap = typeof metadata === "object" && "get" in metadata;
  if (isMap && [...metadata.values()].every((value) => typeof value === "string")) return [];
  return [{ message: "metadata is a map from words to texts.", fix: 'Put quotes around numbers: version: "1.0".' }];
}
