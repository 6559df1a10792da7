import { type NodeId, type NodeSummary, nodeId } from "@pd/core";
import { hashOf } from "./context-file.js";
import type { OutlinedSection, PromptOutline } from "./prompt-outline.js";
import type { SectionPath } from "./visibility.js";

/** The sections of a prompt as nodes, numbered in the order of the prompt. */
export interface SectionNodes {
  readonly size: number;
  readonly outline: PromptOutline;
  section(number: number): OutlinedSection;
  summary(number: number): NodeSummary;
  numberOf(id: NodeId): number | undefined;
  numberOfPath(path: SectionPath): number | undefined;
  /** An id, path, title or `[[wikilink]]` (R1.6). Of several with one title, the first. */
  resolve(reference: string): NodeId | undefined;
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
  const byTitle = new Map(sections.map(({ title }, number) => [title.toLowerCase(), number] as const).toReversed());
  return {
    size: sections.length,
    outline,
    section: (number) => sections[number]!,
    summary: (number) => summaries[number]!,
    numberOf: (id) => byId.get(id),
    numberOfPath: (path) => byPath.get(path),
    resolve(reference) {
      const inner = /^\s*!?\[\[(.*?)\]\]\s*$/su.exec(reference)?.[1]?.split("|")[0] ?? reference;
      const name = inner.trim().toLowerCase();
      const number = byId.get(name) ?? byPath.get(name) ?? byTitle.get(name);
      return number === undefined ? undefined : summaries[number]!.id;
    },
  };
}
