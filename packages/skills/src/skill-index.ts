import { RELATIONS } from "@pd/core";
import {
  type Adjacency,
  buildAdjacency,
  createRelevance,
  createSegmentBuilder,
  indexOf,
  type Relevance,
} from "@pd/core/graph";
import type { SkillNode } from "./skill-nodes.js";

export interface SkillIndex {
  readonly adjacency: Adjacency;
  readonly relevance: Relevance;
}

/** Search over metadata only: names, descriptions and tags of skills, names of files. No body is read for it. */
export function indexNodes(nodes: readonly SkillNode[]): SkillIndex {
  const builder = createSegmentBuilder();
  for (const { summary, skill, resource } of nodes) {
    // A file counts by its own path alone, as a heading would: by its full name it would answer whatever its skill answers, and before it.
    if (resource !== undefined) builder.add({ names: [], description: "", tags: [], headings: [resource.path] });
    else {
      const names = [summary.name, ...aliasesOf(skill.name, skill.originalName)];
      builder.add({ names, description: summary.description, tags: summary.tags, headings: [""] });
    }
  }
  const adjacency = adjacencyOf(nodes);
  return {
    adjacency,
    relevance: createRelevance({ index: indexOf(builder), adjacency, maps: new Uint8Array(nodes.length) }),
  };
}

/** A name in dashes is one word to nobody. */
function aliasesOf(name: string, originalName: string | undefined): readonly string[] {
  return [name.replaceAll("-", " "), ...(originalName === undefined ? [] : [originalName])];
}

function adjacencyOf(nodes: readonly SkillNode[]): Adjacency {
  const numbers = new Map(
    nodes.filter(({ resource }) => resource === undefined).map(({ skill, number }) => [skill, number]),
  );
  const files = nodes.filter(({ resource }) => resource !== undefined);
  return buildAdjacency(nodes.length, {
    from: files.map(({ skill }) => numbers.get(skill) ?? 0),
    to: files.map(({ number }) => number),
    kind: files.map(() => RELATIONS.indexOf("references")),
  });
}
