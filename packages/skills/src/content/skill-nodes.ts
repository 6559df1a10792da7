import { createHash } from "node:crypto";
import { basename } from "node:path";
import { type NodeId, type NodeSummary, nodeId } from "@pd/core";
import { allResources } from "../invoke/resources.js";
import type { Skill, SkillResource } from "../record/skill-metadata.js";

/** A skill or one of its files, as content has it (R1.2). */
export interface SkillNode {
  readonly number: number;
  readonly summary: NodeSummary;
  readonly skill: Skill;
  /** Which of its files; none for the skill itself. */
  readonly resource: SkillResource | undefined;
  /** `pdf/SKILL.md`, `pdf/scripts/fill.py`: what a path filter sees. */
  readonly path: string;
}

/** Ids stay within what a graph may give out; a longer one is cut and made unique by a hash. */
const ID_LENGTH = 240;

/** Which skills are nodes. */
export type SelectSkill = (skill: Skill) => boolean;

/** Skills that no model may invoke are none of its business. */
const forModels: SelectSkill = ({ disableModelInvocation }) => !disableModelInvocation;

/** Skills first, by name, then all files by path. In steps: files are looked for. */
export function* skillNodes(skills: readonly Skill[], select = forModels): Generator<void, readonly SkillNode[]> {
  const open = skills.filter(select);
  const nodes: SkillNode[] = open.map((skill, number) => skillNode(skill, number));
  for (const skill of open) {
    for (const resource of allResources(skill.resources)) nodes.push(resourceNode(skill, resource, nodes.length));
    yield;
  }
  return nodes;
}

function skillNode(skill: Skill, number: number): SkillNode {
  const { qualifiedName, description, metadata } = skill;
  const tags = [metadata["tags"], metadata["keywords"]].flatMap((text) => text?.split(",") ?? []);
  const summary: NodeSummary = {
    id: idOf("skill", qualifiedName),
    name: qualifiedName,
    type: "skill",
    domain: domainOf(skill),
    description,
    tags: [...new Set(tags.map((tag) => tag.trim().replace(/^\[|\]$/gu, "")).filter((tag) => tag !== ""))],
    ...pathOf(skill, basename(skill.filePath)),
  };
  return { number, summary, skill, resource: undefined, path: `${qualifiedName}/SKILL.md` };
}

export function resourceNode(skill: Skill, resource: SkillResource, number: number): SkillNode {
  const path = `${skill.qualifiedName}/${resource.path}`;
  const what = resource.kind === "other" ? "File" : KIND_NAMES[resource.kind];
  const summary: NodeSummary = {
    id: idOf("resource", path),
    name: path,
    type: "resource",
    domain: domainOf(skill),
    description: `${what} of the skill ${skill.qualifiedName}, ${resource.size} bytes`,
    tags: [],
    ...pathOf(skill, resource.path),
  };
  return { number, summary, skill, resource, path };
}

/** Relative to the folder that holds the skills. A skill whose name is not its folder's is reached by its name alone. */
function pathOf({ qualifiedName, baseDir }: Skill, file: string): Pick<NodeSummary, "path"> {
  return basename(baseDir) === qualifiedName ? { path: `${qualifiedName}/${file}` } : {};
}

const KIND_NAMES = { scripts: "Script", references: "Reference", assets: "Asset" } as const;

function domainOf({ pluginName, source }: Skill): string {
  return pluginName ?? source;
}

/** `#` parts a node from its section, and control characters and line ends may not be in an id: all are percent-encoded. */
function idOf(type: "skill" | "resource", name: string): NodeId {
  const safe = name.replace(/[%#\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => encodeURIComponent(character));
  if (safe.length <= ID_LENGTH) return nodeId(`${type}:${safe}`);
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return nodeId(`${type}:${safe.slice(0, ID_LENGTH - 13).replace(/[\ud800-\udbff]$/u, "")}-${hash}`);
}
