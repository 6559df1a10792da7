import { buildAdjacency, createRelevance, createSegmentBuilder, indexOf, type Relevance } from "@pd/core/search";
import { askedTerms } from "../find/asked-terms.js";
import { METADATA_SCORING } from "../find/skill-scoring.js";
import { SKILL_SOURCES, type SkillMetadata } from "../record/skill-metadata.js";

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

/** Skills that a query brings to the front with their whole description. */
const WANTED_BY_QUERY = 8;

export interface PreferredOrder {
  /** Places in `skills`: pinned ones, then what the query finds, then the rest as they stand. */
  readonly order: readonly number[];
  /** How many of them, from the first, were asked for: the pinned ones and the best for the query. */
  readonly wanted: number;
}

export function preferred(skills: readonly CatalogueSkill[], preference: Preference): PreferredOrder {
  const { query = "", pinned = [], ranking = createMetadataRanking(skills) } = preference;
  const places = new Map<string, number[]>();
  for (const [place, { qualifiedName }] of skills.entries()) {
    const same = places.get(qualifiedName);
    if (same === undefined) places.set(qualifiedName, [place]);
    else same.push(place);
  }
  const placesOf = (names: readonly string[]) => names.flatMap((name) => places.get(name) ?? []);
  const found = query.trim() === "" ? [] : placesOf(ranking(query));
  const wanted = new Set([...placesOf(pinned), ...found.slice(0, WANTED_BY_QUERY)]);
  return { order: [...new Set([...wanted, ...found, ...skills.keys()])], wanted: wanted.size };
}

/** Ranks by names and descriptions alone, with core's index, which is made for the first query. */
export function createMetadataRanking(skills: readonly CatalogueSkill[]): SkillRanking {
  const rank = rankByMetadata(skills);
  return (query) => rank(query).flatMap(({ node }) => skills[node]?.qualifiedName ?? []);
}

/** The same with places in `skills` and scores. */
export function rankByMetadata(
  skills: readonly CatalogueSkill[],
): (query: string) => readonly { readonly node: number; readonly score: number }[] {
  let relevance: Relevance | undefined;
  return (query) => {
    relevance ??= relevanceOf(skills);
    return relevance.order(query, { limit: skills.length, expansion: false, scoring: METADATA_SCORING });
  };
}

function relevanceOf(skills: readonly CatalogueSkill[]): Relevance {
  const builder = createSegmentBuilder();
  for (const { qualifiedName, description } of skills)
    builder.add({ names: [qualifiedName, qualifiedName.replaceAll("-", " ")], description, tags: [], headings: [""] });
  const none = { from: [], to: [], kind: [] };
  return createRelevance({
    index: indexOf(builder),
    adjacency: buildAdjacency(skills.length, none),
    maps: new Uint8Array(skills.length),
    terms: askedTerms,
  });
}
