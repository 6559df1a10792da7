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
  return holding(new Map(entries));
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
