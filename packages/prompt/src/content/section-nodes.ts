import { type NodeId, type NodeSummary, nodeId, referenceReadings, textHash } from "@pd/core";
import { hashOf } from "../render/context-file.js";
import type { OutlinedSection, PromptOutline } from "../section/prompt-outline.js";
import type { SectionPath } from "../session/visibility.js";

/** The sections of a prompt as nodes, numbered in the order of the prompt. */
export interface SectionNodes {
  /** The same sections have the same version in any process. */
  readonly version: string;
  readonly size: number;
  readonly outline: PromptOutline;
  section(number: number): OutlinedSection;
  summary(number: number): NodeSummary;
  numberOf(id: NodeId): number | undefined;
  numberOfPath(path: SectionPath): number | undefined;
  /** An id, path, title or `[[wikilink]]` (R1.6). Of several with one title, the first. */
  resolve(reference: string): NodeId | undefined;
  /** Sections with one title, the first first; none where a reference is no title, or the title of one. */
  namesakes(reference: string): readonly NodeId[];
}

/** Said of a section before it is asked for: a door shows its summary and outline, and not its text (R4.8). */
const BRINGS_TOOLS = "brings-tools";

/** A whole id fits into one of core; a longer path is cut and told apart by a hash. */
const LONGEST_PATH = 300;

export function sectionNodeId(path: SectionPath): NodeId {
  if (path.length <= LONGEST_PATH) return nodeId(`section:${path}`);
  return nodeId(`section:${path.slice(0, LONGEST_PATH - 17)}~${hashOf(path)}`);
}

export function sectionNodes(outline: PromptOutline): SectionNodes {
  const { sections } = outline;
  const domain = outline.ns.split("/")[0] ?? outline.ns;
  const summaries = sections.map(({ path, title, summary, bringsTools }): NodeSummary => {
    // Plain text of one line, as descriptions are.
    const description = (summary ?? "").replace(/\s+/gu, " ");
    const tags = bringsTools ? [BRINGS_TOOLS] : [];
    return { id: sectionNodeId(path), name: title, type: "section", domain, description, tags };
  });
  const byId = new Map(summaries.map(({ id }, number) => [id as string, number]));
  const byPath = new Map(sections.map(({ path }, number) => [path, number]));
  const byTitle = new Map<string, number[]>();
  for (const [number, { title }] of sections.entries()) {
    const same = byTitle.get(title.toLowerCase());
    if (same === undefined) byTitle.set(title.toLowerCase(), [number]);
    else same.push(number);
  }
  function numbersOf(reference: string): readonly number[] {
    // A section has no parts of its own: its children are sections too.
    const [whole] = referenceReadings(reference);
    const name = whole?.name.toLowerCase() ?? "";
    const exact = byId.get(name) ?? byPath.get(name);
    return exact === undefined ? (byTitle.get(name) ?? []) : [exact];
  }
  return {
    version: textHash(JSON.stringify(summaries)),
    size: sections.length,
    outline,
    section: (number) => sections[number]!,
    summary: (number) => summaries[number]!,
    numberOf: (id) => byId.get(id),
    numberOfPath: (path) => byPath.get(path),
    resolve(reference) {
      const [number] = numbersOf(reference);
      return number === undefined ? undefined : summaries[number]!.id;
    },
    namesakes(reference) {
      const numbers = numbersOf(reference);
      return numbers.length < 2 ? [] : numbers.map((number) => summaries[number]!.id);
    },
  };
}
