import { PromptValidationError } from "../section/errors.js";
import type { SectionPath, SectionVisibility } from "./visibility.js";

/** Which sections were told to be open or closed. A value: changing it gives another one (R4.4). */
export interface VisibilityOverrides extends Iterable<readonly [SectionPath, SectionVisibility]> {
  readonly size: number;
  get(path: SectionPath): SectionVisibility | undefined;
  withOverride(path: SectionPath, visibility: SectionVisibility): VisibilityOverrides;
  withoutOverride(path: SectionPath): VisibilityOverrides;
}

/** Overrides as a host writes them: `{ "guide.style": "full" }`, pairs of path and visibility, or a `Map`. */
export type GivenOverrides =
  | Readonly<Record<SectionPath, SectionVisibility>>
  | Iterable<readonly [SectionPath, SectionVisibility]>;

/** As pairs. From JavaScript anything can come in; what cannot be read as overrides is refused. */
export function overridePairs(given: GivenOverrides): readonly (readonly [SectionPath, SectionVisibility])[] {
  if (typeof given !== "object" || given === null) throw notOverrides();
  const iterable = Symbol.iterator in given;
  if (!iterable && !isPlain(given)) throw notOverrides();
  const pairs: readonly unknown[] = iterable ? [...given] : Object.entries(given);
  return pairs.map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string") throw notOverrides();
    return pair as unknown as readonly [SectionPath, SectionVisibility];
  });
}

/** Of any realm: a date or a promise has no entries, and would pass for no overrides at all. */
function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notOverrides(): PromptValidationError {
  return new PromptValidationError("The visibility of sections is neither an object nor pairs", {
    where: "visibility",
    fix: 'Give an object such as { "guide.style": "full" }, a Map, or pairs of path and visibility.',
  });
}

/** The map is copied and never shown, so that no cast can change it. */
export function createVisibilityOverrides(entries: GivenOverrides = []): VisibilityOverrides {
  return holding(new Map(overridePairs(entries)));
}

function holding(kept: ReadonlyMap<SectionPath, SectionVisibility>): VisibilityOverrides {
  return Object.freeze<VisibilityOverrides>({
    size: kept.size,
    get: (path) => kept.get(path),
    withOverride: (path, visibility) => holding(new Map(kept).set(path, visibility)),
    withoutOverride(path) {
      const others = new Map(kept);
      others.delete(path);
      return holding(others);
    },
    // Each entry is made for who asks; the map behind it cannot be reached from there.
    [Symbol.iterator]: () => kept.entries(),
  });
}
