import { buildAdjacency, createRelevance, createSegmentBuilder, indexOf, type Relevance } from "@pd/core/graph";
import { SKILL_SOURCES, type SkillMetadata } from "./skill-metadata.js";

/** What a catalogue needs of a skill. */
export type CatalogueSkill = Pick<
  SkillMetadata,
  "qualifiedName" | "description" | "filePath" | "source" | "disableModelInvocation"
>;

/** Finds skills by what their metadata says: their qualified names, best first. */
export type SkillRanking = (query: string) => readonly string[];

export interface Preference {
  readonly query?: string | undefined;
  readonly pinned?: readonly string[] | undefined;
  readonly ranking?: SkillRanking | undefined;
}

/** By source, then by name: an order that does not depend on where the skills were met first, nor on this machine's language. */
export function inCatalogueOrder(skills: readonly CatalogueSkill[]): readonly CatalogueSkill[] {
  const rank = (skill: CatalogueSkill) => SKILL_SOURCES.indexOf(skill.source);
  return [...skills].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      compare(one.qualifiedName, other.qualifiedName) ||
      compare(one.filePath, other.filePath) ||
      compare(one.description, other.description),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Places in `skills`, those to be shown first at the front: pinned ones, then what the query finds, then the rest as they stand. */
export function preferred(skills: readonly CatalogueSkill[], preference: Preference): readonly number[] {
  const { query = "", pinned = [], ranking = createMetadataRanking(skills) } = preference;
  const places = new Map<string, number[]>();
  for (const [place, { qualifiedName }] of skills.entries()) {
    const same = places.get(qualifiedName);
    if (same === undefined) places.set(qualifiedName, [place]);
    else same.push(place);
  }
  const first = [...pinned, ...(query.trim() === "" ? [] : ranking(query))];
  return [...new Set([...first.flatMap((name) => places.get(name) ?? []), ...skills.keys()])];
}

/** Ranks by names and descriptions alone, with core's index, which is made for the first query. */
export function createMetadataRanking(skills: readonly CatalogueSkill[]): SkillRanking {
  let relevance: Relevance | undefined;
  return (query) => {
    relevance ??= relevanceOf(skills);
    const found = relevance.order(query, { limit: skills.length, expansion: false });
    return found.flatMap(({ node }) => skills[node]?.qualifiedName ?? []);
  };
}

function relevanceOf(skills: readonly CatalogueSkill[]): Relevance {
  const builder = createSegmentBuilder();
  for (const { qualifiedName, description } of skills)
    builder.add({ names: [qualifiedName], description, tags: [], headings: [""] });
  const none = { from: [], to: [], kind: [] };
  return createRelevance({
    index: indexOf(builder),
    adjacency: buildAdjacency(skills.length, none),
    maps: new Uint8Array(skills.length),
  });
}
