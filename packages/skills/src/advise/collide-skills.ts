import { catalogued } from "../catalogue/catalogue.js";
import type { CatalogueSkill } from "../catalogue/catalogue-order.js";
import { descriptionWords } from "./description-words.js";

/** Two skills whose names and descriptions say the same. */
export interface SkillCollision {
  readonly skills: readonly [string, string];
  /** How much of what the shorter of the two says is said by the other too, 0 to 1. */
  readonly overlap: number;
  /** The words they fight for, those that say most first. */
  readonly words: readonly string[];
}

export interface CollideOptions {
  /** From which overlap on; 0.6 if omitted. */
  readonly least?: number | undefined;
  /** Pairs at the most; 100 if omitted. */
  readonly limit?: number | undefined;
}

const LEAST = 0.6;
const LIMIT = 100;
/** Words shown of a pair. */
const MOST_WORDS = 8;
/** A word that more than this share of many skills has tells nothing apart, and would pair all with all. */
const COMMON_SHARE = 0.1;
const MANY_SKILLS = 50;

interface Described {
  readonly name: string;
  readonly words: ReadonlyMap<string, string>;
}

/** Pairs of skills that a request would have to choose between, the closest first. */
export function collideSkills(
  skills: readonly CatalogueSkill[],
  { least = LEAST, limit = LIMIT }: CollideOptions = {},
): readonly SkillCollision[] {
  const described = catalogued(skills).map(
    ({ qualifiedName, description }): Described => ({
      name: qualifiedName,
      words: new Map(
        descriptionWords(`${qualifiedName.replace(/[-:@]/gu, " ")} ${description}`).map(({ stem, written }) => [
          stem,
          written,
        ]),
      ),
    }),
  );
  const { weightOf, having } = rarities(described);
  const weights = described.map(({ words }) => [...words.keys()].reduce((sum, word) => sum + weightOf(word), 0));
  const found: SkillCollision[] = [];
  for (const [one, own] of described.entries()) {
    for (const [other, shared] of sharedWith(one, own, having, weightOf)) {
      const overlap = shared / Math.min(weights[one]!, weights[other]!);
      if (overlap >= least) found.push(collision([own, described[other]!], overlap, weightOf));
    }
  }
  return found.sort((one, other) => other.overlap - one.overlap || compare(one, other)).slice(0, limit);
}

function compare(one: SkillCollision, other: SkillCollision): number {
  return one.skills.join() < other.skills.join() ? -1 : 1;
}

function rarities(described: readonly Described[]) {
  const having = new Map<string, number[]>();
  for (const [place, { words }] of described.entries())
    for (const word of words.keys()) {
      const places = having.get(word);
      if (places === undefined) having.set(word, [place]);
      else places.push(place);
    }
  const most = described.length < MANY_SKILLS ? described.length : Math.ceil(described.length * COMMON_SHARE);
  const weightOf = (word: string): number => {
    const count = having.get(word)?.length ?? 1;
    return count > most ? 0 : Math.log(1 + described.length / count);
  };
  return { having, weightOf };
}

/** What a skill shares with each that comes after it. */
function sharedWith(
  one: number,
  { words }: Described,
  having: ReadonlyMap<string, readonly number[]>,
  weightOf: (word: string) => number,
): ReadonlyMap<number, number> {
  const shared = new Map<number, number>();
  for (const word of words.keys()) {
    const weight = weightOf(word);
    if (weight === 0) continue;
    for (const other of having.get(word) ?? []) if (other > one) shared.set(other, (shared.get(other) ?? 0) + weight);
  }
  return shared;
}

function collision(
  [one, other]: readonly [Described, Described],
  overlap: number,
  weightOf: (word: string) => number,
): SkillCollision {
  const words = [...one.words]
    .filter(([stem]) => other.words.has(stem) && weightOf(stem) > 0)
    .sort(([a], [b]) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([, written]) => written);
  return { skills: [one.name, other.name], overlap, words };
}
