import { escapeControls, type Filesystem } from "@pd/core";
import { OPEN, type Presence, type Resolution } from "../render/resolution.js";
import { type SectionPath, SectionVisibility } from "../session/visibility.js";
import { normalisedPath } from "../session/visibility-slice.js";
import type { Binding } from "./binding.js";
import { PromptValidationError } from "./errors.js";
import type { Delivery } from "./prompt-types.js";

/** What the tools that open sections know of the prompt they were made for. */
export interface SectionAccess {
  readonly binding: Binding;
  readonly presence: Presence;
  readonly delivery: Delivery;
  readonly filesystem: Filesystem | undefined;
  /** In the text, and whole. */
  isOpen(place: number): boolean;
}

export function accessTo(
  binding: Binding,
  { states, presence }: Resolution,
  { delivery, filesystem }: Pick<SectionAccess, "delivery" | "filesystem">,
): SectionAccess {
  return { binding, presence, delivery, filesystem, isOpen: (place) => states[place] === OPEN };
}

/** The place of a section that a model named, or an error with the words of the seed. A disabled section does not exist. */
export function placeOfKey({ binding, presence }: SectionAccess, key: string): number {
  const place = binding.registry.places.get(normalisedPath(key));
  if (place !== undefined && presence.exists(place)) return place;
  throw noSuchSection(key, "section_keys");
}

export function noSuchSection(key: string, where: string): PromptValidationError {
  return new PromptValidationError(`Section '${shown(key)}' does not exist in this prompt.`, { where });
}

export function alreadyExpanded(key: string): string {
  return `Section '${shown(key)}' is already expanded.`;
}

/** The longest path there can be is below this; what a model wrote may be anything. */
const LONGEST_SHOWN = 2100;

function shown(key: string): string {
  return escapeControls(key.slice(0, LONGEST_SHOWN));
}

/** The overrides that show these sections: theirs, and those of whatever is closed around them (R4.6). */
export function overridesFor(
  { binding: { registry }, isOpen }: SectionAccess,
  places: readonly number[],
): ReadonlyMap<SectionPath, SectionVisibility> {
  const overrides = new Map<SectionPath, SectionVisibility>();
  for (const place of places) {
    const ancestors: number[] = [place];
    for (let above = registry.parents[place]!; above >= 0; above = registry.parents[above]!) {
      if (!isOpen(above)) ancestors.push(above);
    }
    for (const one of ancestors.toReversed()) overrides.set(registry.sections[one]!.path, SectionVisibility.FULL);
  }
  return overrides;
}
