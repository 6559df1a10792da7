import { catalogued } from "../catalogue/catalogue.js";
import type { CatalogueSkill } from "../catalogue/catalogue-order.js";
import { rankByMetadata } from "../catalogue/catalogue-order.js";
import { descriptionWords } from "./description-words.js";

/** A skill that words speak for, and which words do. */
export interface RoutedSkill {
  readonly name: string;
  /** Against the best, 0 to 1. */
  readonly share: number;
  /** Words of the request that its name or its description has. */
  readonly words: readonly string[];
}

/**
 * Which skills a request speaks for, by name and description alone: that is all a model sees before it chooses. A model may still choose
 * otherwise; what no description says, it cannot.
 */
export interface Route {
  readonly query: string;
  /** About as good as the best: with more than one, they are in each other's way. */
  readonly fires: readonly RoutedSkill[];
  /** Behind those. */
  readonly nearly: readonly RoutedSkill[];
  /** Words of the request that no name and no description has. */
  readonly unknown: readonly string[];
}

/** From which share of the best on a skill counts as as good, and as near. */
const AS_GOOD = 0.9;
const NEAR = 0.5;
const MOST_NEAR = 5;

export type RouteSkills = (query: string) => Route;

/** Made once for many requests. */
export function createRouting(skills: readonly CatalogueSkill[]): RouteSkills {
  const listed = catalogued(skills);
  const rank = rankByMetadata(listed);
  const words = listed.map(({ qualifiedName, description }) => stemsOf(`${nameWords(qualifiedName)} ${description}`));
  return (query) => {
    const asked = descriptionWords(query);
    const ranked = asked.length === 0 ? [] : rank(query);
    const best = ranked[0]?.score ?? 0;
    const routed = ranked
      .map(({ node, score }) => ({
        name: listed[node]!.qualifiedName,
        share: score / best,
        words: asked.filter(({ stem }) => words[node]!.has(stem)).map(({ written }) => written),
      }))
      .filter(({ share }) => share >= NEAR);
    const fires = routed.filter(({ share }) => share >= AS_GOOD);
    return {
      query,
      fires,
      nearly: routed.slice(fires.length, fires.length + MOST_NEAR),
      unknown: asked.filter(({ stem }) => !words.some((own) => own.has(stem))).map(({ written }) => written),
    };
  };
}

/** Which skills the request speaks for. */
export function routeSkills(skills: readonly CatalogueSkill[], query: string): Route {
  return createRouting(skills)(query);
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(descriptionWords(text).map(({ stem }) => stem));
}

function nameWords(name: string): string {
  return name.replace(/[-:@]/gu, " ");
}
