import type { SectionPath, SectionVisibility } from "./visibility.js";

/** Which sections were told to be open or closed. A value: changing it gives another one (R4.4). */
export interface VisibilityOverrides extends Iterable<readonly [SectionPath, SectionVisibility]> {
  readonly size: number;
  get(path: SectionPath): SectionVisibility | undefined;
  withOverride(path: SectionPath, visibility: SectionVisibility): VisibilityOverrides;
  withoutOverride(path: SectionPath): VisibilityOverrides;
}

/** The map is copied and never shown, so that no cast can change it. */
export function createVisibilityOverrides(
  entries: Iterable<readonly [SectionPath, SectionVisibility]> = [],
): VisibilityOverrides {
  const kept = new Map(entries);
  return Object.freeze<VisibilityOverrides>({
    size: kept.size,
    get: (path) => kept.get(path),
    withOverride: (path, visibility) => createVisibilityOverrides([...kept, [path, visibility]]),
    withoutOverride: (path) => createVisibilityOverrides([...kept].filter(([other]) => other !== path)),
    [Symbol.iterator]: () => new Map(kept).entries(),
  });
}
