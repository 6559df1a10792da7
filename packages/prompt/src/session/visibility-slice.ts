import { PromptValidationError } from "../section/errors.js";
import type { PromptEvent, Slice } from "../section/slice.js";
import { createVisibilityOverrides, type VisibilityOverrides } from "./overrides.js";
import { isSectionVisibility, noVisibility, type SectionPath, type SectionVisibility } from "./visibility.js";

export interface SetVisibilityOverride {
  readonly type: "SetVisibilityOverride";
  readonly path: SectionPath;
  readonly visibility: SectionVisibility;
}

export interface ClearVisibilityOverride {
  readonly type: "ClearVisibilityOverride";
  readonly path: SectionPath;
}

export interface ClearAllVisibilityOverrides {
  readonly type: "ClearAllVisibilityOverrides";
}

export type VisibilityEvent = SetVisibilityOverride | ClearVisibilityOverride | ClearAllVisibilityOverrides;

export function setVisibilityOverride(path: SectionPath, visibility: SectionVisibility): SetVisibilityOverride {
  return { type: "SetVisibilityOverride", path: normalisedPath(path), visibility };
}

export function clearVisibilityOverride(path: SectionPath): ClearVisibilityOverride {
  return { type: "ClearVisibilityOverride", path: normalisedPath(path) };
}

export function clearAllVisibilityOverrides(): ClearAllVisibilityOverrides {
  return { type: "ClearAllVisibilityOverrides" };
}

/** As keys are kept: trimmed, lower-cased (R4.1). */
export function normalisedPath(path: string): SectionPath {
  if (typeof path === "string") return path.trim().toLowerCase();
  throw new PromptValidationError("The path of a section should be text", {
    where: "path",
    fix: 'Give its keys joined by dots, e.g. "guidelines.code-style".',
  });
}

/** The overrides of a session: pure reducers, one case an event (R4.4). */
export const visibilityOverrides: Slice<VisibilityOverrides> = {
  name: "visibility",
  initial: createVisibilityOverrides(),
  reduce(state, event) {
    if (!isVisibilityEvent(event)) return state;
    switch (event.type) {
      case "SetVisibilityOverride":
        return state.withOverride(normalisedPath(event.path), checkedVisibility(event.visibility));
      case "ClearVisibilityOverride":
        return state.withoutOverride(normalisedPath(event.path));
      case "ClearAllVisibilityOverrides":
        return createVisibilityOverrides();
    }
  },
  toJSON: (state) => [...state],
  fromJSON(json) {
    if (!Array.isArray(json)) throw notAState();
    return createVisibilityOverrides(json.map(entryOf));
  },
};

const EVENT_TYPES: ReadonlySet<string> = new Set<VisibilityEvent["type"]>([
  "SetVisibilityOverride",
  "ClearVisibilityOverride",
  "ClearAllVisibilityOverrides",
]);

function isVisibilityEvent(event: PromptEvent): event is VisibilityEvent {
  return EVENT_TYPES.has(event.type);
}

function entryOf(entry: unknown): readonly [SectionPath, SectionVisibility] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") throw notAState();
  return [normalisedPath(entry[0]), checkedVisibility(entry[1])];
}

function checkedVisibility(value: unknown): SectionVisibility {
  if (isSectionVisibility(value)) return value;
  throw new PromptValidationError(noVisibility(value), {
    where: "visibility",
    fix: "Use SectionVisibility.FULL or SectionVisibility.SUMMARY.",
  });
}

function notAState(): PromptValidationError {
  return new PromptValidationError("The snapshot does not hold visibility overrides", {
    where: "slices.visibility",
    fix: "Restore what snapshot() gave.",
  });
}
