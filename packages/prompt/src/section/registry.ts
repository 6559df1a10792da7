import type { SectionPath } from "../session/visibility.js";
import { PromptValidationError } from "./errors.js";
import type { SectionDefinition } from "./section.js";

/** A section in its place: its address and number never change again (R4.1). */
export interface RegisteredSection {
  readonly path: SectionPath;
  /** `1.2` */
  readonly number: string;
  /** 0 for a section of the prompt itself. */
  readonly depth: number;
  readonly heading: string;
  readonly definition: SectionDefinition;
}

/**
 * The sections of a prompt in the order they are read, parents before children. A section's subtree is everything from its own place up to
 * `ends` of it: so being inside, and what a subtree holds, are comparisons and differences of numbers.
 */
export interface SectionRegistry {
  readonly sections: readonly RegisteredSection[];
  readonly places: ReadonlyMap<SectionPath, number>;
  /** Where the subtree ends, exclusive. */
  readonly ends: Int32Array;
  /** The place of the parent, or -1. */
  readonly parents: Int32Array;
}

/** Deeper than anyone reads; it bounds the length of addresses. */
const MAX_DEPTH = 32;

export function registerSections(roots: readonly SectionDefinition[]): SectionRegistry {
  const sections: RegisteredSection[] = [];
  const places = new Map<SectionPath, number>();
  const ends: number[] = [];
  const parents: number[] = [];

  const register = (definition: SectionDefinition, above: RegisteredSection | undefined, position: number): void => {
    const place = sections.length;
    if (definition?.template === undefined) throw noSection(above);
    const one = inPlace(definition, above, position);
    if (places.has(one.path)) throw invalid(one.path, "there are two of it", "Give siblings keys of their own.");
    if (one.depth >= MAX_DEPTH) throw invalid(one.path, "it is nested too deeply", `Use at most ${MAX_DEPTH} levels.`);
    sections.push(one);
    places.set(one.path, place);
    parents.push(above === undefined ? -1 : places.get(above.path)!);
    ends.push(0);
    for (const [index, child] of definition.children.entries()) register(child, one, index + 1);
    ends[place] = sections.length;
  };

  for (const [index, root] of roots.entries()) register(root, undefined, index + 1);
  checkTools(sections);
  return { sections, places, ends: Int32Array.from(ends), parents: Int32Array.from(parents) };
}

/** From JavaScript anything can come in. */
function noSection(above: RegisteredSection | undefined): PromptValidationError {
  const whose = above === undefined ? "the prompt" : `section '${above.path}'`;
  return new PromptValidationError(`Something among the sections of ${whose} is not a section`, {
    where: above?.path ?? "sections",
    fix: "Make each with markdownSection().",
  });
}

function inPlace(
  definition: SectionDefinition,
  above: RegisteredSection | undefined,
  position: number,
): RegisteredSection {
  const depth = above === undefined ? 0 : above.depth + 1;
  const path = above === undefined ? definition.key : `${above.path}.${definition.key}`;
  const number = above === undefined ? String(position) : `${above.number}.${position}`;
  return { path, number, depth, definition, heading: headingOf(definition.title, path, { depth, number }) };
}

/** `## 1.2. Title (dotted.path)`, one `#` more per depth; without a number where it stands alone (R4.1, R4.6). */
export function headingOf(
  title: string,
  path: SectionPath,
  { depth, number }: { readonly depth: number; readonly number?: string },
): string {
  return `${"#".repeat(depth + 2)} ${number === undefined ? "" : `${number}. `}${title} (${path})`;
}

/** The names that the prompt's own tools have. */
const OWN_TOOLS = ["open_sections", "read_section"];

/** A model calls a tool by its name: each may be there once (R6.5). */
function checkTools(sections: readonly RegisteredSection[]): void {
  const owners = new Map<string, SectionPath | undefined>(OWN_TOOLS.map((name) => [name, undefined]));
  for (const { path, definition } of sections) {
    for (const { name } of definition.tools) {
      if (owners.has(name)) {
        const owner = owners.get(name);
        const whose = owner === undefined ? "the prompt itself has one" : `section '${owner}' has one`;
        throw invalid(path, `the tool "${name}" is there twice: ${whose}`, "Give each tool a name of its own.");
      }
      owners.set(name, path);
    }
  }
}

function invalid(path: SectionPath, what: string, fix: string): PromptValidationError {
  return new PromptValidationError(`Section '${path}': ${what}`, { where: path, fix });
}

/** How many children of its subtree hold something, by differences: `sums[end] - sums[start]`. */
export function prefixSums(length: number, at: (place: number) => number): Int32Array {
  const sums = new Int32Array(length + 1);
  for (let place = 0; place < length; place += 1) sums[place + 1] = sums[place]! + at(place);
  return sums;
}

/** Whether the section itself brings tools or skills. */
export function brings({ definition }: RegisteredSection): boolean {
  return definition.tools.length > 0 || definition.skills.length > 0;
}

/** The places of a section's own children. */
export function* childrenOf({ ends }: SectionRegistry, place: number): Generator<number> {
  for (let child = place + 1; child < ends[place]!; child = ends[child]!) yield child;
}
