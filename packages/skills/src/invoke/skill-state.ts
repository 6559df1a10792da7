import {
  createFilterMask,
  type FilterMask,
  type NodeId,
  type NodeSummary,
  noteOf,
  PdError,
  referenceReadings,
  sectionNodeId,
  textHash,
} from "@pd/core";
import { anchorOf } from "@pd/core/markdown";
import type { Adjacency, Relevance } from "@pd/core/search";
import { resourceNode, type SelectSkill, type SkillNode, skillNodes } from "../content/skill-nodes.js";
import { type SkillPlaceInText, type SkillTexts, sectionsIn } from "../content/skill-texts.js";
import { createRegistry } from "../discover/registry.js";
import { skillLinks } from "../find/skill-links.js";
import type { SkillSearch } from "../find/skill-search.js";
import type { Skill, SkillDiagnostic, SkillResource } from "../record/skill-metadata.js";

/** One version of the skills as nodes. Nothing changes it any more. */
export interface SkillState {
  readonly adjacency: Adjacency;
  /** Made for the first search. */
  relevance(): Promise<Relevance>;
  readonly version: string;
  readonly mask: FilterMask;
  readonly nodes: readonly SkillNode[];
  /** Folders are listed for it. */
  diagnostics(): Promise<readonly SkillDiagnostic[]>;
  readonly texts: SkillTexts;
  readonly find: Find;
  node(id: NodeId): SkillNode | undefined;
  /** The node or section that an id means. */
  place(id: NodeId): SkillPlaceInText | undefined;
  /** An id, a skill's name in any form, `name/path/of/file`, `[[name]]`, each with `#heading` or not (R1.6). */
  resolve(reference: string): NodeId | undefined;
  summary(id: NodeId): NodeSummary | undefined;
}

export interface StateInput {
  readonly skills: readonly Skill[];
  /** Those that models may invoke, if it is not given. */
  readonly select?: SelectSkill | undefined;
  diagnostics(): Promise<readonly SkillDiagnostic[]>;
  readonly texts: SkillTexts;
  readonly search: SkillSearch;
}

/** In steps: whoever asks first would have all others wait until every skill's files are listed. */
export function* buildingState({
  skills,
  diagnostics,
  texts,
  search,
  select,
}: StateInput): Generator<void, SkillState> {
  // Steps between what goes over all nodes at once, too: of thousands each takes a while.
  const nodes = yield* skillNodes(skills, select);
  const registry = createRegistry(skills);
  yield;
  const byId = new Map(nodes.map((node) => [node.summary.id, node]));
  const byPath = new Map(nodes.map((node) => [node.path, node]));
  const bySkill = new Map(nodes.filter(({ resource }) => !resource).map((node) => [node.skill.qualifiedName, node]));
  const find: Find = {
    id: (id) => byId.get(id),
    path: (path) => byPath.get(path),
    skill(name) {
      const skill = registry.find(name);
      return skill === undefined ? undefined : bySkill.get(skill.qualifiedName);
    },
  };
  yield;
  const adjacency = skillLinks(nodes);
  yield;
  const version = versionOf(nodes);
  const relevance = () => search.over({ nodes, adjacency, version });
  yield;
  const mask = createFilterMask(nodes.length, (number) => {
    const { summary, path } = nodes[number]!;
    return { ...summary, path };
  });
  return {
    adjacency,
    relevance,
    version,
    mask,
    nodes,
    diagnostics,
    texts,
    find,
    ...reaching(find, texts),
  };
}

/**
 * The same with files that came after it was made. They can be named and read; lists and searches have them from the next state on, since
 * their place there is one among all nodes.
 */
export function withFiles(state: SkillState, files: readonly LateFile[]): SkillState {
  const late = files.flatMap(({ skill, resource }) => {
    const own = state.find.skill(skill)?.skill;
    const node = own === undefined ? undefined : resourceNode(own, resource, state.nodes.length);
    return node === undefined || state.find.path(node.path) !== undefined ? [] : [node];
  });
  if (late.length === 0) return state;
  const byId = new Map(late.map((node) => [node.summary.id, node]));
  const byPath = new Map(late.map((node) => [node.path, node]));
  const find: Find = {
    ...state.find,
    id: (id) => state.find.id(id) ?? byId.get(id),
    path: (path) => state.find.path(path) ?? byPath.get(path),
  };
  return { ...state, find, ...reaching(find, state.texts) };
}

/** The same for one reading, which sees texts and sections of one version of each file. */
export function inReading(state: SkillState, { version, texts }: Pick<SkillState, "version" | "texts">): SkillState {
  return { ...state, version, texts, ...reaching(state.find, texts) };
}

/** The ways to a node, by what names it. */
interface Find {
  id(id: NodeId): SkillNode | undefined;
  path(path: string): SkillNode | undefined;
  skill(name: string): SkillNode | undefined;
}

/** A file that came after its skill's files were listed. */
export interface LateFile {
  /** The skill's qualified name. */
  readonly skill: string;
  readonly resource: SkillResource;
}

function reaching(find: Find, texts: SkillTexts): Pick<SkillState, "node" | "place" | "resolve" | "summary"> {
  function place(id: NodeId): SkillPlaceInText | undefined {
    const own = find.id(id);
    if (own !== undefined) return { node: own, anchor: undefined };
    const node = find.id(noteOf(id));
    if (node === undefined) return undefined;
    const anchor = id.slice(id.indexOf("#") + 1);
    return sections(node).some((section) => section.id === anchor) ? { node, anchor } : undefined;
  }

  function sections(node: SkillNode) {
    try {
      return sectionsIn(texts.read(node));
    } catch {
      return [];
    }
  }

  function named(text: string): SkillNode | undefined {
    return find.id(text as NodeId) ?? find.skill(text) ?? find.path(text.replace(/^\.?\/+/u, ""));
  }

  return {
    node: find.id,
    place,
    resolve(reference) {
      for (const { name, heading } of referenceReadings(reference)) {
        const node = named(name);
        if (node === undefined) continue;
        if (heading === undefined) return node.summary.id;
        const found = sections(node).find(({ id }) => id === heading || id === anchorOf(heading));
        const id = found === undefined ? undefined : sectionId(node, found.id);
        if (id !== undefined) return id;
      }
      return undefined;
    },
    summary(id) {
      const found = place(id);
      if (found === undefined) return undefined;
      const { summary } = found.node;
      if (found.anchor === undefined) return summary;
      const section = sections(found.node).find(({ id: anchor }) => anchor === found.anchor);
      // Not a word of its text: that would be level 3.
      const description = `Section of ${summary.name}`;
      const { heading = "", lines } = section ?? {};
      return { ...summary, id, name: heading || summary.name, type: "section", description, tags: [], lines };
    },
  };
}

/** The same skills have the same version in any process, so that a list can be continued by the next. */
function versionOf(nodes: readonly SkillNode[]): string {
  return textHash(JSON.stringify(nodes.map(({ path, summary }) => [path, summary])));
}

/** A heading can be longer than an id; then it cannot be opened alone. */
function sectionId(node: SkillNode, anchor: string): NodeId | undefined {
  return anchor.length > 100 ? undefined : sectionNodeId(node.summary.id, anchor);
}

export function unknownNode(): PdError {
  return new PdError("node-unknown", "That node is not in this version of the skills");
}
