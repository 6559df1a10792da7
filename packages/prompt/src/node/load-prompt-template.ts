import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { escapeControls } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import { readFrontmatter } from "@pd/core/markdown";
import type * as z from "zod/mini";
import { PromptValidationError } from "../section/errors.js";
import { frontmatterOf, sectionFromMarkdown } from "../section/markdown-file.js";
import type { Delivery, PromptSkill, PromptTool } from "../section/prompt-types.js";
import type { Section } from "../section/section.js";
import { type PromptTemplate, promptTemplate } from "../section/template.js";
import type { SectionPath } from "../session/visibility.js";
import { normalisedPath } from "../session/visibility-slice.js";

export interface LoadPromptOptions<Output> {
  /** What `prompt.md` says, unless told; then `prompts` and the name of the folder. */
  readonly ns?: string | undefined;
  readonly key?: string | undefined;
  readonly output?: z.core.$ZodType<Output> | undefined;
  readonly delivery?: Delivery | undefined;
  /** `kept`: placeholders stand as they are written, and nothing has to be given to `bind`. `filled` if it is not given. */
  readonly placeholders?: "filled" | "kept" | undefined;
  /** What files cannot hold, by the path of the section. */
  readonly tools?: Iterable<readonly [SectionPath, readonly PromptTool[]]> | undefined;
  readonly skills?: Iterable<readonly [SectionPath, readonly PromptSkill[]]> | undefined;
}

const MAX_FILE_BYTES = 4 * 2 ** 20;
/** Has the namespace and the key of the prompt, and no text. */
const PROMPT_FILE = "prompt.md";
const PROMPT_FIELDS: ReadonlySet<string> = new Set(["ns", "key"]);

type Parameters = Record<string, unknown>;

/**
 * A template from a folder: each `*.md` is a section, in the order of their names, and a folder of the same name has its children.
 * `02-reference-docs.md` has the key `reference-docs`: digits in front are for the order alone.
 */
export function loadPromptTemplate<Output = unknown>(
  folder: string,
  options: LoadPromptOptions<Output> = {},
): PromptTemplate<Parameters, Output> {
  const root = realRoot(folder);
  const extras: Extras = { tools: byPath(options.tools), skills: byPath(options.skills), used: new Set() };
  const sections = sectionsIn({ root, at: "", above: "", extras, placeholders: options.placeholders });
  const unknown = [...extras.tools.keys(), ...extras.skills.keys()].find((path) => !extras.used.has(path));
  if (unknown !== undefined) {
    throw new PromptValidationError(`There is no section '${unknown}' to give tools or skills to`, {
      where: unknown,
      fix: `Sections here: ${[...extras.used].slice(0, 20).join(", ")}.`,
    });
  }
  const about = promptFile(root);
  return promptTemplate({
    ns: options.ns ?? about.ns ?? "prompts",
    key: options.key ?? about.key ?? keyFrom(basename(root)),
    sections,
    output: options.output,
    delivery: options.delivery,
  });
}

interface Extras {
  readonly tools: ReadonlyMap<SectionPath, readonly PromptTool[]>;
  readonly skills: ReadonlyMap<SectionPath, readonly PromptSkill[]>;
  /** Every section that was met. */
  readonly used: Set<SectionPath>;
}

interface Place extends Pick<LoadPromptOptions<unknown>, "placeholders"> {
  readonly root: string;
  /** The folder below the root, `""` for the root itself. */
  readonly at: string;
  /** The path of the section whose children are here. */
  readonly above: SectionPath;
  readonly extras: Extras;
}

function sectionsIn(place: Place): readonly Section<Parameters>[] {
  const entries = list(place);
  const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  const stems = new Set(
    [...[...files].filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -3)), ...folders].filter(
      (stem) => !stem.startsWith(".") && !(place.at === "" && `${stem}.md` === PROMPT_FILE),
    ),
  );
  return [...stems].sort(inOrder).map((stem) => {
    const file = below(place.at, `${stem}.md`);
    return sectionAt(stem, { ...place, file: files.has(`${stem}.md`) ? file : undefined, folder: folders.has(stem) });
  });
}

interface SectionPlace extends Place {
  /** None where a folder stands for itself. */
  readonly file: string | undefined;
  readonly folder: boolean;
}

function sectionAt(stem: string, { file, folder, ...place }: SectionPlace): Section<Parameters> {
  const text = file === undefined ? "" : read(place.root, file);
  const key = normalisedPath(readFrontmatter(text).text("key") ?? keyFrom(stem));
  const path = place.above === "" ? key : `${place.above}.${key}`;
  place.extras.used.add(path);
  return sectionFromMarkdown({
    file: file ?? below(place.at, stem),
    text,
    key,
    tools: place.extras.tools.get(path),
    skills: place.extras.skills.get(path),
    placeholders: place.placeholders,
    children: folder ? sectionsIn({ ...place, at: below(place.at, stem), above: path }) : [],
  });
}

/** By the digits in front as a number, then by name: 2 before 10. */
function inOrder(a: string, b: string): number {
  const order = (stem: string) => Number(/^\d+/.exec(stem)?.[0] ?? Number.POSITIVE_INFINITY);
  const [first, second] = [order(a), order(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a < b ? -1 : 1;
}

function keyFrom(stem: string): string {
  return stem.replace(/^\d+[-_. ]+/, "");
}

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function byPath<Value>(entries: Iterable<readonly [SectionPath, Value]> = []): ReadonlyMap<SectionPath, Value> {
  return new Map([...entries].map(([path, value]) => [normalisedPath(path), value]));
}

function realRoot(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (cause) {
    throw unreadable(folder, cause);
  }
}

/** Links are not followed: a prompt is what stands in its folder. */
function list({ root, at }: Place): readonly Dirent[] {
  try {
    return readdirSync(join(root, at), { withFileTypes: true });
  } catch (cause) {
    throw unreadable(at, cause);
  }
}

function read(root: string, file: string): string {
  const { bytes } = readContainedSync(root, file, { maxBytes: MAX_FILE_BYTES, listed: true });
  return new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
}

function promptFile(root: string): { readonly ns: string | undefined; readonly key: string | undefined } {
  if (!readdirSync(root).includes(PROMPT_FILE)) return { ns: undefined, key: undefined };
  const text = read(root, PROMPT_FILE);
  const matter = frontmatterOf({ file: PROMPT_FILE, text }, PROMPT_FIELDS);
  if (text.slice(matter.end).trim() !== "") {
    throw new PromptValidationError(`${PROMPT_FILE} has text, and would not be part of the prompt`, {
      where: PROMPT_FILE,
      fix: "Put the text into a file of its own, e.g. 01-instructions.md.",
    });
  }
  return { ns: matter.text("ns"), key: matter.text("key") };
}

function unreadable(folder: string, cause: unknown): PromptValidationError {
  return new PromptValidationError(`The folder "${escapeControls(folder)}" of a prompt cannot be read`, {
    where: escapeControls(folder),
    cause,
    fix: "Give a folder of markdown files.",
  });
}
