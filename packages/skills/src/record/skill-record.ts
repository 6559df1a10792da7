import { invisibleLines, invisibleMessage } from "@pd/core";
import type { Diagnostic, Frontmatter } from "@pd/core/markdown";
import { FoundSkill } from "./found-skill.js";
import {
  argumentsField,
  flagField,
  isSwitchedOff,
  type MetadataField,
  metadataField,
  otherSpelling,
  SKILL_KEYS,
  textField,
  toolsField,
} from "./skill-fields.js";
import type { SkillDiagnostic, SkillDiagnosticCode, SkillSource } from "./skill-metadata.js";
import { isUsableName, normalisedName, SKILL_NAME_LENGTH } from "./skill-name.js";

const DESCRIPTION_LENGTH = 1024;
const COMPATIBILITY_LENGTH = 500;

/** Where a skill's file stands, and whose it is. */
export interface SkillPlace {
  readonly filePath: string;
  readonly baseDir: string;
  /** What the file is called, and its folder: the skill's name should be that too. */
  readonly file: string;
  readonly folder: string;
  readonly source: SkillSource;
  readonly pluginName: string | undefined;
}

/** A skill, or nothing where the diagnostics say why there is none. */
export interface ReadSkill {
  readonly skill: FoundSkill | undefined;
  readonly diagnostics: readonly SkillDiagnostic[];
}

type Report = (code: SkillDiagnosticCode, about: About) => undefined;

interface About {
  readonly key?: string;
  readonly line?: number;
  readonly severity?: SkillDiagnostic["severity"];
  readonly message: string;
  readonly fix?: string | undefined;
}

/** What a frontmatter says of its skill: lenient, every deviation a diagnostic, nothing invented (R5.2, R5.3). */
export function skillOf(frontmatter: Frontmatter, place: SkillPlace): ReadSkill {
  const diagnostics: SkillDiagnostic[] = [];
  const report: Report = (code, { key, line, severity = "warning", message, fix }) => {
    const at = line ?? (key === undefined ? 1 : (frontmatter.line(key) ?? 1));
    diagnostics.push({ code, severity, file: place.filePath, line: at, message, fix });
    return undefined;
  };
  for (const found of frontmatter.diagnostics) report(found.code, aboutFrontmatter(found));
  return { skill: foundIn(frontmatter, place, report), diagnostics };
}

function aboutFrontmatter({ code, line, message, fix }: Diagnostic): About {
  return { line, severity: code === "duplicate-key" ? "info" : "warning", message, fix };
}

function foundIn(frontmatter: Frontmatter, place: SkillPlace, report: Report): FoundSkill | undefined {
  if (!isReadable(frontmatter, report)) return undefined;
  const written = neededText(frontmatter, "name", report);
  const description = neededText(frontmatter, "description", report);
  if (description === undefined) {
    report("description-missing", {
      key: "description",
      severity: "error",
      message: 'It has no "description", so nobody can tell when to use it.',
      fix: "description: What it does, and when to use it.",
    });
  }
  const name = nameOf(written, place, report);
  if (name === undefined || description === undefined) return undefined;
  const compatibility = textField(frontmatter, "compatibility");
  checkLengths({ name, description, compatibility }, report);
  checkFolder(name, place, report);
  for (const key of ["name", "description", "compatibility"]) checkVisible(textField(frontmatter, key), key, report);
  const metadata = metadataField(frontmatter);
  if (metadata.notText.length > 0) reportMetadata(metadata, report);
  return new FoundSkill({
    name,
    qualifiedName: name,
    description,
    allowedTools: toolsField(frontmatter),
    version: textField(frontmatter, "version"),
    model: textField(frontmatter, "model"),
    disableModelInvocation: flagField(frontmatter, "disable-model-invocation"),
    userInvocable: !isSwitchedOff(frontmatter, "user-invocable"),
    filePath: place.filePath,
    baseDir: place.baseDir,
    source: place.source,
    pluginName: place.pluginName,
    license: textField(frontmatter, "license"),
    compatibility,
    metadata: metadata.values,
    arguments: argumentsField(frontmatter),
    argumentHint: textField(frontmatter, "argument-hint"),
    originalName: written === name ? undefined : written,
  });
}

/** These are shown before anybody has opened the file. */
function checkVisible(text: string | undefined, key: string, report: Report): undefined {
  const codes = invisibleLines(text ?? "").flatMap((line) => line.codes);
  if (codes.length > 0) report("invisible-characters", { key, ...invisibleMessage([...new Set(codes)]) });
}

/** One of the two fields without which there is no skill: there it is worth a look at other spellings of its key. */
function neededText(frontmatter: Frontmatter, key: "name" | "description", report: Report): string | undefined {
  const text = textField(frontmatter, key);
  const spelled = text === undefined ? otherSpelling(frontmatter, key) : undefined;
  if (spelled === undefined) return text;
  report("key-case", { key: spelled, message: `"${spelled}" is read as "${key}".`, fix: `Write "${key}".` });
  return textField(frontmatter, spelled);
}

function isReadable({ status, end }: Frontmatter, report: Report): boolean {
  switch (status) {
    case "fast":
    case "yaml":
    case "repaired":
    case "unclosed":
      return true;
    case "none":
    case "incomplete":
      report("frontmatter-missing", {
        severity: "error",
        message: "It does not begin with frontmatter, so it has no name and no description.",
        fix: "---\nname: …\ndescription: …\n---",
      });
      return false;
    case "broken":
    case "too-large":
      report("frontmatter-broken", {
        severity: "error",
        message:
          end === 0 ? "Its frontmatter cannot be read." : "Its frontmatter is not a YAML map, and cannot be repaired.",
        fix: "Write one `key: value` a line.",
      });
      return false;
  }
}

function nameOf(written: string | undefined, { folder }: SkillPlace, report: Report): string | undefined {
  if (written === undefined) {
    return report("name-missing", {
      key: "name",
      severity: "error",
      message: 'It has no "name".',
      fix: `name: ${normalisedName(folder) ?? "what-it-is-called"}`,
    });
  }
  if (isUsableName(written)) return written;
  // Where a name has no spelling within the pattern, its folder has: the two are meant to be the same.
  const name = normalisedName(written) ?? normalisedName(folder);
  const shown = JSON.stringify(written.slice(0, 80));
  if (name === undefined) {
    return report("name-unusable", {
      key: "name",
      severity: "error",
      message: `${shown} cannot be a name: lower-case letters, digits and single dashes only.`,
      fix: "name: what-it-is-called",
    });
  }
  report("name-normalised", {
    key: "name",
    message: `${shown} is outside the pattern of names; it is read as "${name}", and can be called by either.`,
    fix: `name: ${name}`,
  });
  return name;
}

interface Lengths {
  readonly name: string;
  readonly description: string;
  readonly compatibility: string | undefined;
}

function checkLengths({ name, description, compatibility = "" }: Lengths, report: Report): void {
  if (name.length > SKILL_NAME_LENGTH) tooLong("name", name.length, SKILL_NAME_LENGTH);
  // Characters, not UTF-16 units; counted only where it can matter.
  if (description.length > DESCRIPTION_LENGTH) tooLong("description", [...description].length, DESCRIPTION_LENGTH);
  if (compatibility.length > COMPATIBILITY_LENGTH)
    tooLong("compatibility", [...compatibility].length, COMPATIBILITY_LENGTH);

  function tooLong(key: "name" | "description" | "compatibility", length: number, most: number): void {
    if (length <= most) return;
    report(`${key}-too-long`, {
      key,
      message: `"${key}" has ${length} characters, and ${most} are allowed; it is kept whole.`,
      fix: `Shorten it to ${most} characters.`,
    });
  }
}

function checkFolder(name: string, { folder, file }: SkillPlace, report: Report): void {
  if (name !== folder) {
    report("name-not-folder", {
      key: "name",
      severity: "info",
      message: `It is called "${name}" and its folder "${folder}"; the specification has them the same.`,
      fix: `Rename the folder to "${name}".`,
    });
  }
  if (file !== "SKILL.md") {
    report("file-name-case", { message: `"${file}" is read as SKILL.md.`, fix: "Rename it to SKILL.md." });
  }
}

function reportMetadata({ notText }: MetadataField, report: Report): void {
  const whole = notText[0] === "";
  report("metadata-not-text", {
    key: "metadata",
    severity: whole ? "warning" : "info",
    message: whole
      ? '"metadata" is not a map; it is left out.'
      : `"metadata" maps text to text; ${notText.slice(0, 5).join(", ")} ${notText.length > 1 ? "are" : "is"} read as written.`,
    fix: whole ? "metadata:\n  key: value" : "Put the values in quotes.",
  });
}

function isNeeded(frontmatter: Frontmatter, key: string): boolean {
  return key === otherSpelling(frontmatter, "name") || key === otherSpelling(frontmatter, "description");
}

/** Keys that the format does not know. Invoking and validating name them; discovery does not, for a quarter of all files has some. */
export function unknownKeys(frontmatter: Frontmatter, file: string): readonly SkillDiagnostic[] {
  return [...frontmatter.data.keys()]
    .filter((key) => !SKILL_KEYS.has(key) && !isNeeded(frontmatter, key))
    .map((key) => ({
      code: "key-unknown",
      severity: "info",
      file,
      line: frontmatter.line(key) ?? 1,
      message: `"${key.slice(0, 60)}" is not a key of the format; it is ignored.`,
      fix: "Move it below `metadata:`.",
    }));
}
