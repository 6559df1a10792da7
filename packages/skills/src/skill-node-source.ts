import { type Link, type NodeId, type NodeSource, noteOf, type SectionPreview } from "@pd/core";
import { extractSections, scanBlocks, sentenceAround } from "@pd/core/markdown";
import { listScripts } from "./scripts.js";
import type { SkillClearance } from "./skill-clearance.js";
import type { SkillNode } from "./skill-nodes.js";
import { type SkillState, unknownNode } from "./skill-state.js";
import { type SkillPlaceInText, sectionText } from "./skill-texts.js";

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
    async links(id) {
      const { node, anchor } = await find(id);
      return node.resource === undefined && anchor === undefined ? fileLinks(state, node) : [];
    },
    async sections(id) {
      const { node, anchor } = await find(id);
      if (!isMarkdown(node)) return [];
      const { text } = state.texts.read(node);
      const part = anchor === undefined ? text : (sectionText(text, anchor) ?? "");
      return extractSections(part).map(({ heading, depth, preview }): SectionPreview => ({ heading, depth, preview }));
    },
    async content(id, options) {
      const { node, anchor } = await find(id);
      if (anchor !== undefined) return sectionText(state.texts.read(node).text, anchor) ?? "";
      return state.texts.read(node, node.resource === undefined ? options?.argument : undefined).text;
    },
  };
}

function isMarkdown({ resource }: SkillNode): boolean {
  return resource === undefined || /\.(?:md|markdown|mdx)$/iu.test(resource.path);
}

/**
 * A skill's files as its links (R1.2). One that the body names comes with the sentence that does; the others are known by being there
 * alone, so that the body at level 4 keeps them beside it (R1.1). Scripts say what they do.
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
    if (at < 0) return { ...link, context: "", declared: true };
    return { ...link, context: sentenceAround(text, at, { blocks }) };
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
