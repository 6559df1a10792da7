/** The five levels of disclosure, from a name in a list to the whole text (R1). */
export const LEVELS = [0, 1, 2, 3, 4] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL_NAMES = ["index", "scan", "links", "sections", "full"] as const satisfies Record<Level, string> &
  readonly string[];

/** The higher of two levels. Disclosure only ever moves up. */
export function higher(a: Level, b: Level): Level {
  return a > b ? a : b;
}

/** The lower of two levels. */
export function lower(a: Level, b: Level): Level {
  return a < b ? a : b;
}

/** Every level from the first to the last, both included; empty where the first is the higher. */
export function levelsBetween(first: Level, last: Level): readonly Level[] {
  return LEVELS.slice(first, last + 1);
}
