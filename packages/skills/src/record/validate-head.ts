import { escapeControls } from "@pd/core";
import type { Diagnostic, Frontmatter, FrontmatterValue } from "@pd/core/markdown";
import { SKILL_KEYS } from "./skill-fields.js";
import { normalisedName, SKILL_NAME, SKILL_NAME_LENGTH } from "./skill-name.js";
import type { Report } from "./validate-finding.js";

/** The keys that the specification itself has; the other known ones are read by some agents, pd among them. */
const SPECIFIED: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

const DESCRIPTION_LENGTH = 1024;
const COMPATIBILITY_LENGTH = 500;
const MOST_UNKNOWN_KEYS = 20;

/** Checks a frontmatter by the specification's rules (R5.1), strictly. `folder` is what the skill's folder is called. */
export function validateHead(frontmatter: Frontmatter, folder: string, report: Report): undefined {
  for (const found of frontmatter.diagnostics) reportReading(found, report);
  if (!isRead(frontmatter, report)) return;
  const head: Head = { frontmatter, report, line: (key) => frontmatter.line(key) };
  validateName(head, folder);
  validateDescription(head);
  validateText(head, "license");
  validateCompatibility(head);
  validateMetadata(head);
  validateTools(head);
  validateKeys(head);
}

interface Head {
  readonly frontmatter: Frontmatter;
  readonly report: Report;
  line(key: string): number | undefined;
}

/** What discovery repairs or passes over is not valid. */
function reportReading({ code, line, message, fix }: Diagnostic, report: Report): undefined {
  const severity = code === "alias-ignored" || code === "tag-ignored" ? "warning" : "error";
  report(code, { line, severity, message, fix: fix ?? "Write one `key: value` a line." });
}

function isRead({ status }: Frontmatter, report: Report): boolean {
  if (status === "none" || status === "incomplete") {
    const message = "It does not begin with frontmatter, so it has no name and no description.";
    report("frontmatter-missing", { message, fix: "---\nname: …\ndescription: …\n---" });
    return false;
  }
  if (status === "broken" || status === "too-large") {
    const message = "Its frontmatter cannot be read.";
    report("frontmatter-broken", { message, fix: "Write one `key: value` a line, between two lines of ---." });
    return false;
  }
  return true;
}

function validateName({ frontmatter, report, line }: Head, folder: string): undefined {
  const name = frontmatter.data.get("name");
  const suggested = normalisedName(typeof name === "string" ? name : folder);
  const fix = `name: ${suggested ?? "what-it-is-called"}`;
  const at = line("name");
  if (isNothing(name)) return report("name-missing", { line: at, message: 'It has no "name".', fix });
  if (typeof name !== "string") {
    const written = frontmatter.text("name") ?? suggested ?? "what-it-is-called";
    return report("name-not-text", { line: at, message: "YAML reads its name as no text.", fix: `name: "${written}"` });
  }
  if (!SKILL_NAME.test(name)) {
    const message = `${shown(name)} cannot be a name: lower-case letters, digits and single hyphens between them only.`;
    report("name-pattern", { line: at, message, fix });
  }
  if (name.length > SKILL_NAME_LENGTH) {
    const message = `Its name has ${name.length} characters, and ${SKILL_NAME_LENGTH} are allowed.`;
    report("name-too-long", { line: at, message, fix: "Shorten it." });
  }
  if (name !== folder) {
    const message = `Its name is ${shown(name)}, and its folder is called ${shown(folder)}.`;
    const rename = `Rename the folder to ${shown(name)}.`;
    report("name-not-folder", { line: at, message, fix: SKILL_NAME.test(folder) ? `name: ${folder}` : rename });
  }
}

function validateDescription({ frontmatter, report, line }: Head): undefined {
  const description = frontmatter.data.get("description");
  const at = line("description");
  const example = "description: What it does, and when to use it.";
  if (isNothing(description))
    return report("description-missing", { line: at, message: 'It has no "description".', fix: example });
  if (typeof description !== "string") {
    const written = frontmatter.text("description");
    const fix = written === undefined ? example : `description: ${JSON.stringify(written)}`;
    return report("description-not-text", { line: at, message: "YAML reads its description as no text.", fix });
  }
  const length = characters(description);
  if (length > DESCRIPTION_LENGTH) {
    const message = `Its description has ${length} characters, and ${DESCRIPTION_LENGTH} are allowed.`;
    report("description-too-long", { line: at, message, fix: "Move details into the body." });
  }
  if (/<\/?[a-z][^<>]*>/i.test(description)) {
    const message = "Its description has tags, which some agents put into their prompt as they are.";
    report("description-markup", { line: at, severity: "warning", message, fix: "Say it without < and >." });
  }
}

/** Whether it is there and a text. */
function validateText({ frontmatter, report, line }: Head, key: "license" | "compatibility"): boolean {
  const value = frontmatter.data.get(key);
  if (value === undefined) return false;
  if (typeof value === "string" && value.trim() !== "") return true;
  const message = `Its "${key}" is empty, or no text.`;
  report(`${key}-not-text`, { line: line(key), message, fix: `Write a text, or leave "${key}" out.` });
  return false;
}

function validateCompatibility(head: Head): undefined {
  if (!validateText(head, "compatibility")) return;
  const length = characters(head.frontmatter.data.get("compatibility") as string);
  if (length <= COMPATIBILITY_LENGTH) return;
  const message = `Its "compatibility" has ${length} characters, and ${COMPATIBILITY_LENGTH} are allowed.`;
  head.report("compatibility-too-long", { line: head.line("compatibility"), message, fix: "Shorten it." });
}

function validateMetadata({ frontmatter, report, line }: Head): undefined {
  const metadata = frontmatter.data.get("metadata");
  if (metadata === undefined) return;
  if (!(metadata instanceof Map)) {
    const message = 'Its "metadata" is not a map.';
    return report("metadata-not-map", { line: line("metadata"), message, fix: "metadata:\n  author: someone" });
  }
  const wrong = [...metadata].filter(([, value]) => typeof value !== "string").map(([key]) => key);
  const [first] = wrong;
  if (first === undefined) return;
  const message = `Of its "metadata", ${wrong.length} are not text: ${wrong.slice(0, 5).map(shown).join(", ")}.`;
  const written = frontmatter.text("metadata", first);
  const fix = written === undefined ? "Write texts." : `  ${first}: ${JSON.stringify(written)}`;
  report("metadata-not-text", { line: line("metadata"), message, fix });
}

function validateTools({ frontmatter, report, line }: Head): undefined {
  const tools = frontmatter.data.get("allowed-tools");
  if (tools === undefined) return;
  const at = line("allowed-tools");
  const texts = Array.isArray(tools) ? (tools as readonly FrontmatterValue[]) : [tools];
  if (!texts.every((item) => typeof item === "string" && item.trim() !== "")) {
    const message = 'Its "allowed-tools" is neither a text nor a list of texts.';
    return report("allowed-tools-form", { line: at, message, fix: "allowed-tools: Read Grep Bash(git:*)" });
  }
  if (
    !Array.isArray(tools) &&
    !String(tools)
      .replace(/\([^()]*\)/g, "")
      .includes(",")
  )
    return;
  const message = "The specification parts tools by blanks; lists and commas are not read everywhere.";
  const fix = "allowed-tools: Read Grep Bash(git:*)";
  report("allowed-tools-separator", { line: at, severity: "info", message, fix });
}

function validateKeys({ frontmatter, report, line }: Head): undefined {
  const keys = [...frontmatter.data.keys()];
  for (const key of keys.filter((each) => !SKILL_KEYS.has(each)).slice(0, MOST_UNKNOWN_KEYS)) {
    const message = `The key ${shown(key)} is not known.`;
    report("key-unknown", { line: line(key), message, fix: 'Put it below "metadata", or remove it.' });
  }
  for (const key of keys.filter((each) => SKILL_KEYS.has(each) && !SPECIFIED.has(each))) {
    const message = `The key ${shown(key)} is not in the specification; some agents read it, others do not.`;
    const fix = "Leave it, if the agents you mean read it.";
    report("key-of-some-agents", { line: line(key), severity: "info", message, fix });
  }
  const flag = frontmatter.data.get("disable-model-invocation");
  if (flag === undefined || typeof flag === "boolean") return;
  const message = 'Its "disable-model-invocation" is neither true nor false.';
  const fix = "disable-model-invocation: true";
  report("flag-not-boolean", { line: line("disable-model-invocation"), message, fix });
}

function isNothing(value: FrontmatterValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** As people count them, not UTF-16 units. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function shown(text: string): string {
  return `"${escapeControls(text.slice(0, 80))}"`;
}
