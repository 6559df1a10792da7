import { type Frontmatter, type FrontmatterValue, readFrontmatter } from "@pd/core/markdown";
import { metadataField, toolsField } from "./skill-fields.js";
import type { SkillFindingCode } from "./skill-findings.js";
import { isUsableName, normalisedName } from "./skill-name.js";
import { validateSkillText } from "./validate-skill.js";
import { scalar } from "./yaml-scalar.js";

/** A text after everything was mended that has one right form. */
export interface FixedSkill {
  readonly text: string;
  /** Codes of the findings that are gone, each once. */
  readonly fixed: readonly SkillFindingCode[];
}

/** Values that `yaml` refuses and the reader understands: written in quotes, they say the same to everybody. */
const REPAIRED: ReadonlySet<string> = new Set([
  "unquoted-colon",
  "stray-token",
  "unbalanced-quote",
  "inner-quote",
  "tab-indentation",
  "bad-indentation",
  "missing-blank",
  "unindented-continuation",
  "unclosed-list",
]);

/** A fix can uncover the next one. */
const MOST_PASSES = 4;

/**
 * Mends a SKILL.md: values that only a lenient reader understands are written as they were understood, a missing closing fence is set, tools
 * and metadata get the form of the specification, a name the spelling of its folder. What is read stays the same, and so does every byte
 * of the body; what would have to be guessed is left.
 */
export function fixSkillText(text: string, { folder }: { readonly folder: string }): FixedSkill {
  const before = validateSkillText(text, { folder });
  let fixed = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = onePass(fixed, folder);
    if (next === undefined || next === fixed) break;
    fixed = next;
  }
  const left = new Map<string, number>();
  for (const { code } of validateSkillText(fixed, { folder }).findings) left.set(code, (left.get(code) ?? 0) + 1);
  const gone = before.findings.filter(({ code }) => {
    const count = left.get(code) ?? 0;
    left.set(code, count - 1);
    return count <= 0;
  });
  return { text: fixed, fixed: [...new Set(gone.map(({ code }) => code))] };
}

function onePass(text: string, folder: string): string | undefined {
  const read = readFrontmatter(text);
  if (read.status === "unclosed") return closed(text, read);
  if (read.status !== "fast" && read.status !== "yaml" && read.status !== "repaired") return undefined;
  const entries = rewritten(read, folder);
  if (entries.size === 0) return undefined;
  const made = withEntries(text, read, entries);
  return made !== undefined && saysTheSame(read, text, made, entries) ? made : undefined;
}

/** With the fence that closes the frontmatter; only where nothing but that was missing. */
function closed(text: string, { end, data }: Frontmatter): string | undefined {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const head = text.slice(0, end);
  const made = `${head}${head.endsWith("\n") ? "" : newline}---${newline}${text.slice(end)}`;
  const read = readFrontmatter(made);
  const isSame = [...data].every(([key, value]) => isEqual(read.data.get(key), value));
  return isSame && read.data.size === data.size && made.slice(read.end) === text.slice(end) ? made : undefined;
}

/** New lines for an entry, by its key, and the value that they have to be read as. */
type Rewritten = ReadonlyMap<string, { readonly lines: string; readonly value: FrontmatterValue }>;

function rewritten(read: Frontmatter, folder: string): Rewritten {
  const entries = new Map<string, { readonly lines: string; readonly value: FrontmatterValue }>();
  for (const { code, key = "" } of read.diagnostics) {
    const top = key.split(".", 1)[0] ?? "";
    const value = read.data.get(top);
    const written = REPAIRED.has(code) && value !== undefined ? valueLines(top, value) : undefined;
    if (written !== undefined && value !== undefined) entries.set(top, { lines: written, value });
  }
  const name = read.data.get("name");
  if (typeof name === "string" && name !== folder && isUsableName(folder) && normalisedName(name) === folder)
    entries.set("name", { lines: `name: ${folder}`, value: folder });
  for (const key of ["name", "description"]) {
    const [value, written] = [read.data.get(key), read.text(key)];
    if ((typeof value === "number" || typeof value === "boolean") && written !== undefined)
      entries.set(key, { lines: `${key}: ${JSON.stringify(written)}`, value: written });
  }
  toolsEntry(read, entries);
  metadataEntry(read, entries);
  return entries;
}

function toolsEntry(read: Frontmatter, entries: Map<string, { lines: string; value: FrontmatterValue }>): void {
  const value = read.data.get("allowed-tools");
  const tools = toolsField(read);
  // Blanks part tools: one that holds a blank can only stand in a list.
  if (value === undefined || tools.length === 0 || tools.some((tool) => /\s/u.test(tool.replace(/\([^()]*\)/gu, "()"))))
    return;
  const hasMap = Array.isArray(value) && value.some((item: FrontmatterValue) => typeof item !== "string");
  const hasComma = typeof value === "string" && value.replace(/\([^()]*\)/gu, "").includes(",");
  if (!Array.isArray(value) && !hasComma && !hasMap) return;
  const text = tools.join(" ");
  entries.set("allowed-tools", { lines: `allowed-tools: ${scalar(text)}`, value: text });
}

function metadataEntry(read: Frontmatter, entries: Map<string, { lines: string; value: FrontmatterValue }>): void {
  const { values, notText } = metadataField(read);
  if (notText.length === 0 || notText[0] === "") return;
  const pairs = Object.keys(values).map((key) => [key, values[key] ?? ""] as const);
  const lines = pairs.map(([key, text]) => `  ${scalar(key)}: ${scalar(text)}`);
  entries.set("metadata", { lines: ["metadata:", ...lines].join("\n"), value: new Map(pairs) });
}

/** A value on one line. Maps are left as they are. */
function valueLines(key: string, value: FrontmatterValue): string | undefined {
  const name = /^[A-Za-z][\w-]*$/u.test(key) ? key : JSON.stringify(key);
  if (typeof value === "string") return `${name}: ${scalar(value)}`;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return undefined;
  return `${name}: [${value.map((item) => JSON.stringify(item)).join(", ")}]`;
}

/** The text with the lines of some entries replaced; nothing where their lines cannot be told from others. */
function withEntries(text: string, read: Frontmatter, entries: Rewritten): string | undefined {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.slice(0, read.end).split(/\r?\n/u);
  const close = lines.findLastIndex((line) => /^(?:---|\.\.\.)[ \t]*$/u.test(line));
  const starts = [...read.data.keys()]
    .map((key) => ({ key, line: (read.line(key) ?? 0) - 1 }))
    .sort((one, other) => one.line - other.line);
  if (starts.some(({ line }) => line < 0)) return undefined;
  for (const [at, { key, line }] of [...starts.entries()].reverse()) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    const end = starts[at + 1]?.line ?? close;
    // What belongs to no key would be lost with the lines that it stands between.
    if (read.diagnostics.some(({ code, line: told }) => code === "stray-line" && told - 1 > line && told - 1 < end))
      return undefined;
    lines.splice(line, end - line, ...entry.lines.split("\n"));
  }
  return lines.join(newline) + text.slice(read.end);
}

function saysTheSame(read: Frontmatter, text: string, made: string, entries: Rewritten): boolean {
  const now = readFrontmatter(made);
  if (made.slice(now.end) !== text.slice(read.end) || now.data.size !== read.data.size) return false;
  return [...read.data].every(([key, value]) => isEqual(now.data.get(key), entries.get(key)?.value ?? value));
}

function isEqual(one: FrontmatterValue | undefined, other: FrontmatterValue | undefined): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  if (!(one instanceof Map)) return Object.is(one, other);
  return (
    other instanceof Map && one.size === other.size && [...one].every(([key, value]) => isEqual(value, other.get(key)))
  );
}
