import {
  type ContentRequest,
  type Link,
  type LinksRequest,
  type NodeId,
  type NodeSource,
  noteOf,
  readEach,
  type SectionPreview,
  type SectionsRequest,
  sectionNodeId,
  someLinks,
} from "@pd/core";
import { extractSections, scanBlocks, sentenceAround } from "@pd/core/markdown";
import { type SkillState, unknownNode } from "../invoke/skill-state.js";
import { listScripts } from "../scripts/scripts.js";
import type { SkillClearance } from "../trust/skill-clearance.js";
import type { SkillNode } from "./skill-nodes.js";
import { type SkillPlaceInText, sectionsIn, sectionText } from "./skill-texts.js";

/** Files whose sentence is looked for in the body; beyond it they are listed without one. */
const MOST_SENTENCES = 200;

/** Reading skills and their files. Held by the gate alone. */
export function createSkillSource(state: SkillState, clearance: Pick<SkillClearance, "ask">): NodeSource {
  /** The host is asked here, where something of a skill is about to be read, and not where skills are listed and priced. */
  async function find(id: NodeId): Promise<SkillPlaceInText> {
    const note = state.node(noteOf(id));
    if (note !== undefined) await clearance.ask(note.skill);
    const place = state.place(id);
    if (place === undefined) throw unknownNode();
    return place;
  }

  return {
    links: readEach(async (asked: LinksRequest) => {
      const { node, anchor } = await find(asked.id);
      return someLinks(node.resource === undefined && anchor === undefined ? fileLinks(state, node) : [], asked);
    }),
    sections: readEach(async ({ id }: SectionsRequest) => {
      const { node, anchor } = await find(id);
      if (!isMarkdown(node)) return [];
      const read = state.texts.read(node);
      const { text } = read;
      const all = sectionsIn(read);
      const own = anchor === undefined ? undefined : all.find((section) => section.id === anchor);
      const inside = own === undefined ? all : all.filter(({ start }) => start >= own.start && start < own.end);
      const previews = extractSections(own === undefined ? text : text.slice(own.start, own.end));
      return inside.map(
        (section, at): SectionPreview => ({
          id: sectionNodeId(noteOf(id), section.id),
          heading: section.heading,
          depth: section.depth,
          lines: section.lines,
          preview: previews[at]?.preview ?? "",
        }),
      );
    }),
    content: readEach(async ({ id, argument }: ContentRequest) => {
      const { node, anchor } = await find(id);
      if (anchor !== undefined) return sectionText(state.texts.read(node).text, anchor) ?? "";
      return state.texts.whole(node, node.resource === undefined ? argument : undefined).text;
    }),
  };
}

function isMarkdown({ resource }: SkillNode): boolean {
  return resource === undefined || /\.(?:md|markdown|mdx)$/iu.test(resource.path);
}

/**
 * A skill's files as its links (R1.2). One that the body names comes with the sentence that does. At level 4 the text names all of them
 * (`fileList`), so that none is repeated beside it (R1.1). Scripts say what they do.
 */
function fileLinks(state: SkillState, own: SkillNode): readonly Link[] {
  const { out } = state.adjacency;
  const numbers = out.targets.subarray(out.starts[own.number], out.starts[own.number + 1]);
  const files = [...numbers].flatMap((number) => state.nodes[number] ?? []);
  if (files.length === 0) return [];
  const { text } = state.texts.read(own);
  const blocks = scanBlocks(text);
  const scripts = scriptDescriptions(own, files);
  return files.map(({ summary, resource }, index): Link => {
    const { path = "", kind = "other", size = 0 } = resource ?? {};
    const description = scripts.get(path) ?? `${kind === "other" ? "file" : kind}, ${size} bytes`;
    const link = { target: summary.id, name: path, description, relation: "references" } as const;
    const at = index < MOST_SENTENCES ? text.indexOf(path) : -1;
    return { ...link, context: at < 0 ? "" : sentenceAround(text, at, { blocks }) };
  });
}

function scriptDescriptions(
  { skill }: SkillNode,
  files: readonly SkillNode[],
): ReadonlyMap<string, string | undefined> {
  const paths = files.flatMap(({ resource }) => (resource?.kind === "scripts" ? [resource.path] : []));
  if (paths.length === 0) return new Map();
  const scripts = listScripts(skill.baseDir, paths.slice(0, MOST_SENTENCES));
  return new Map(scripts.map(({ path, description }) => [path, description]));
}
