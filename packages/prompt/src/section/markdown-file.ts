import { escapeControls } from "@pd/core";
import { type Frontmatter, type FrontmatterValue, readFrontmatter } from "@pd/core/markdown";
import * as z from "zod/mini";
import { SectionVisibility } from "../session/visibility.js";
import { PromptValidationError } from "./errors.js";
import { compileTemplate } from "./placeholders.js";
import type { PromptSkill, PromptTool } from "./prompt-types.js";
import { markdownSection, type Section } from "./section.js";

export interface MarkdownFile {
  /** For messages. */
  readonly file: string;
  readonly text: string;
  /** Where the frontmatter has none. */
  readonly key: string;
  /** What a file cannot hold. */
  readonly tools?: readonly PromptTool[] | undefined;
  readonly skills?: readonly PromptSkill[] | undefined;
  readonly children?: readonly Section<Record<string, unknown>>[] | undefined;
  /** `kept`: a placeholder is text like any other, and no parameter. `filled` if it is not given. */
  readonly placeholders?: "filled" | "kept" | undefined;
}

const FIELDS: ReadonlySet<string> = new Set(["title", "key", "summary", "visibility", "enabled", "priority", "params"]);

/**
 * A section written as a markdown file: what `markdownSection` takes as frontmatter (`title`, `key`, `summary`, `visibility`, `enabled`,
 * `priority`, `params`), the template as the body. `params` gives each parameter a type (`string`, `number`, `boolean`, with `?` where it may be
 * missing); without it, every placeholder is a parameter that must be given.
 */
export function sectionFromMarkdown(file: MarkdownFile): Section<Record<string, unknown>> {
  const matter = frontmatterOf(file, FIELDS);
  const body = file.text.slice(matter.end);
  const key = matter.text("key") ?? file.key;
  const about = {
    title: matter.text("title") ?? titleFrom(key),
    key,
    summary: matter.text("summary"),
    visibility: visibilityOf(matter, file.file),
    enabled: scalarOf(matter, "enabled", { file: file.file, type: "boolean", otherwise: true }),
    priority: scalarOf(matter, "priority", { file: file.file, type: "number", otherwise: 0 }),
    tools: file.tools,
    skills: file.skills,
    children: file.children ?? [],
  };
  return inFile(file.file, () => {
    const params = paramsOf(matter, compileTemplate(body, key).names, file.file);
    const isKept = file.placeholders === "kept";
    const section = markdownSection(
      isKept ? { ...about, template: literal(body) } : { ...about, template: body, params },
    );
    return section as Section<Record<string, unknown>>;
  });
}

/** The template of a text in which each placeholder stands as it is written. */
function literal(template: string): string {
  return template.replace(/\$(?:\$|\{)/g, (found) => (found === "$$" ? found : `$${found}`));
}

/** What is wrong with a section is said of its file. */
function inFile<Made>(file: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PromptValidationError) || error.where?.startsWith(escapeControls(file)) === true)
      throw error;
    const { message, fix } = error;
    throw new PromptValidationError(`${escapeControls(file)}: ${message}`, {
      where: escapeControls(file),
      cause: error,
      ...(fix === undefined ? {} : { fix }),
    });
  }
}

const UNUSABLE: ReadonlySet<string> = new Set(["broken", "unclosed", "too-large", "incomplete", "repaired"]);

/** A prompt is part of a program: what cannot be read as it stands is not guessed at. */
export function frontmatterOf(
  { file, text }: Pick<MarkdownFile, "file" | "text">,
  fields: ReadonlySet<string>,
): Frontmatter {
  const matter = readFrontmatter(text);
  if (UNUSABLE.has(matter.status)) {
    const [first] = matter.diagnostics;
    throw invalid(file, first?.line ?? 1, first?.message ?? "the frontmatter cannot be read", first?.fix);
  }
  for (const key of matter.data.keys()) {
    if (fields.has(key)) continue;
    throw invalid(file, matter.line(key) ?? 1, `there is no field "${key}"`, `Use ${[...fields].join(", ")}.`);
  }
  return matter;
}

/** `reference-docs` → `Reference docs`. */
function titleFrom(key: string): string {
  const words = key.trim().replace(/[-_]+/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function visibilityOf(matter: Frontmatter, file: string): SectionVisibility {
  const text = matter.text("visibility");
  if (text === undefined) return SectionVisibility.FULL;
  const named = Object.values(SectionVisibility).find((one) => one === text.trim().toLowerCase());
  if (named !== undefined) return named;
  throw invalid(file, matter.line("visibility") ?? 1, `"${text}" is not a visibility`, "Use full or summary.");
}

function scalarOf<Value extends number | boolean>(
  matter: Frontmatter,
  key: string,
  { file, type, otherwise }: { readonly file: string; readonly type: "number" | "boolean"; readonly otherwise: Value },
): Value {
  const value = matter.data.get(key);
  if (value === undefined) return otherwise;
  // The type was compared: it is that of the default.
  if (typeof value === type) return value as Value;
  throw invalid(file, matter.line(key) ?? 1, `"${key}" should be a ${type}`, `Write e.g. ${key}: ${otherwise}`);
}

const scalar = () => z.union([z.string(), z.number(), z.boolean()]);

const TYPES: ReadonlyMap<string, () => z.core.$ZodType> = new Map<string, () => z.core.$ZodType>([
  ["string", () => z.string()],
  ["number", () => z.number()],
  ["boolean", () => z.boolean()],
]);

function paramsOf(matter: Frontmatter, names: readonly string[], file: string) {
  const declared = matter.data.get("params");
  const fields =
    declared === undefined || declared === null
      ? names.map((name) => [name, scalar()] as const)
      : declaredParams(declared, (what) => invalid(file, matter.line("params") ?? 1, what, "Write e.g. task: string"));
  return z.object(Object.fromEntries(fields));
}

function declaredParams(declared: FrontmatterValue, wrong: (what: string) => PromptValidationError) {
  if (!(declared instanceof Map)) throw wrong('"params" should have a name and a type on each line');
  return [...(declared as ReadonlyMap<string, FrontmatterValue>)].map(([name, type]) => {
    const optional = typeof type === "string" && type.endsWith("?");
    const made = typeof type === "string" ? TYPES.get(optional ? type.slice(0, -1) : type)?.() : undefined;
    if (made === undefined) throw wrong(`the parameter "${name}" has no type that is known`);
    return [name, optional ? z.optional(made) : made] as const;
  });
}

function invalid(file: string, line: number, what: string, fix?: string): PromptValidationError {
  const where = `${escapeControls(file)}:${line}`;
  return new PromptValidationError(`${where} ${what}`, { where, ...(fix === undefined ? {} : { fix }) });
}
