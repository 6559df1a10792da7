import { RELATIONS } from "@pd/core";
import { type Adjacency, buildAdjacency } from "@pd/core/search";
import type { SkillNode } from "../content/skill-nodes.js";

/** A skill leads to its files. */
export function skillLinks(nodes: readonly SkillNode[]): Adjacency {
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
