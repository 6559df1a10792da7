import { type NodeId, type NodeSummary, noteOf, PdError, sectionNodeId } from "@pd/core";
import { anchorOf } from "@pd/core/markdown";
import { createRegistry } from "./registry.js";
import { indexNodes, type SkillIndex } from "./skill-index.js";
import type { Skill, SkillDiagnostic } from "./skill-metadata.js";
import { type SkillNode, skillNodes } from "./skill-nodes.js";
import { type SkillPlaceInText, type SkillTexts, sectionsIn } from "./skill-texts.js";

/** One version of the skills as nodes. Nothing changes it any more. */
export interface SkillState extends SkillIndex {
  readonly version: string;
  readonly nodes: readonly SkillNode[];
  readonly diagnostics: readonly SkillDiagnostic[];
  readonly texts: SkillTexts;
  node(id: NodeId): SkillNode | undefined;
  /** The node or section that an id means. */
  place(id: NodeId): SkillPlaceInText | undefined;
  /** An id, a skill's name in any form, `name/path/of/file`, `[[name]]`, each with `#heading` or not (R1.6). */
  resolve(reference: string): NodeId | undefined;
  summary(id: NodeId): NodeSummary | undefined;
}

export interface StateInput {
  readonly version: string;
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly SkillDiagnostic[];
  readonly texts: SkillTexts;
}

export function createSkillState({ version, skills, diagnostics, texts }: StateInput): SkillState {
  const nodes = skillNodes(skills);
  const registry = createRegistry(skills);
  const byId = new Map(nodes.map((node) => [node.summary.id, node]));
  const byPath = new Map(nodes.map((node) => [node.path, node]));
  const bySkill = new Map(nodes.filter(({ resource }) => !resource).map((node) => [node.skill.qualifiedName, node]));

  function place(id: NodeId): SkillPlaceInText | undefined {
    const own = byId.get(id);
    if (own !== undefined) return { node: own, anchor: undefined };
    const node = byId.get(noteOf(id));
    if (node === undefined) return undefined;
    const anchor = id.slice(id.indexOf("#") + 1);
    return sections(node).some((section) => section.id === anchor) ? { node, anchor } : undefined;
  }

  function sections(node: SkillNode) {
    try {
      return sectionsIn(texts.read(node).text);
    } catch {
      return [];
    }
  }

  function named(text: string): SkillNode | undefined {
    const skill = registry.find(text);
    const own = skill === undefined ? undefined : bySkill.get(skill.qualifiedName);
    return byId.get(text as NodeId) ?? own ?? byPath.get(text.replace(/^\.?\/+/u, ""));
  }

  return {
    ...indexNodes(nodes),
    version,
    nodes,
    diagnostics,
    texts,
    node: (id) => byId.get(id),
    place,
    resolve(reference) {
      const text = (/^\s*!?\[\[(.*?)\]\]\s*$/su.exec(reference)?.[1]?.split("|")[0] ?? reference).trim();
      const whole = named(text);
      if (whole !== undefined) return whole.summary.id;
      const hash = text.indexOf("#");
      const node = hash < 0 ? undefined : named(text.slice(0, hash).trim());
      if (node === undefined) return undefined;
      const wanted = text.slice(hash + 1).trim();
      const found = sections(node).find(({ id }) => id === wanted || id === anchorOf(wanted));
      return found === undefined ? undefined : sectionId(node, found.id);
    },
    summary(id) {
      const found = place(id);
      if (found === undefined) return undefined;
      const { summary } = found.node;
      if (found.anchor === undefined) return summary;
      const heading = sections(found.node).find((section) => section.id === found.anchor)?.heading;
      // Not a word of its text: that would be level 3.
      const description = `Section of ${summary.name}`;
      return { ...summary, id, name: heading || summary.name, type: "section", description, tags: [] };
    },
  };
}

/** A heading can be longer than an id; then it cannot be opened alone. */
function sectionId(node: SkillNode, anchor: string): NodeId | undefined {
  return anchor.length > 100 ? undefined : sectionNodeId(node.summary.id, anchor);
}

export function unknownNode(): PdError {
  return new PdError("node-unknown", "That node is not in this version of the skills");
}
