import { PromptValidationError } from "../section/errors.js";
import type { PromptEvent, Slice, SliceOfAnyState } from "../section/slice.js";
import type { VisibilityOverrides } from "./overrides.js";
import { visibilityOverrides } from "./visibility-slice.js";

/** What `snapshot` gives and `restore` takes: plain JSON. */
export interface PromptSessionSnapshot {
  readonly version: 1;
  /** The name of each slice with its state. */
  readonly slices: readonly (readonly [string, unknown])[];
}

/** The state of one conversation with a prompt. It changes by events alone; it is not the disclosure ledger (R4.4). */
export interface PromptSession {
  /** Runs the reducer of every slice on the event; where one throws, none has changed. */
  dispatch(event: PromptEvent): void;
  /** The present state of a slice; without one, the visibility overrides. */
  select(): VisibilityOverrides;
  select<State>(slice: Slice<State>): State;
  snapshot(): PromptSessionSnapshot;
  /** Back to what a snapshot holds; a slice that it does not name starts afresh. */
  restore(snapshot: PromptSessionSnapshot): void;
  /** A session with the same state that goes its own way from here. */
  clone(): PromptSession;
}

export interface PromptSessionOptions {
  /** What the session keeps beside the visibility overrides. */
  readonly slices?: readonly SliceOfAnyState[];
}

type AnySlice = Slice<unknown>;
type States = ReadonlyMap<AnySlice, unknown>;

export function createPromptSession({ slices = [] }: PromptSessionOptions = {}): PromptSession {
  // A slice is only ever handed states of its own: they are kept by slice.
  const all = [visibilityOverrides, ...slices] as readonly unknown[] as readonly AnySlice[];
  const names = new Set(all.map(({ name }) => name));
  if (names.size < all.length) {
    throw new PromptValidationError("Two slices of a session share a name", {
      where: "slices",
      fix: 'Give each a name of its own; "visibility" is taken.',
    });
  }
  return sessionOf(all, new Map(all.map((slice) => [slice, slice.initial])));
}

function sessionOf(slices: readonly AnySlice[], initial: States): PromptSession {
  let states = initial;
  return {
    dispatch(event) {
      if (typeof event?.type !== "string") {
        throw new PromptValidationError("That is not an event", { where: "event", fix: "Give one with a type." });
      }
      states = new Map(slices.map((slice) => [slice, slice.reduce(states.get(slice), event)]));
    },
    select: ((slice: AnySlice = visibilityOverrides as unknown as AnySlice) => {
      if (states.has(slice)) return states.get(slice);
      throw new PromptValidationError(`The session has no slice "${slice.name}"`, {
        where: "slices",
        fix: "Name it in createPromptSession({ slices }).",
      });
    }) as PromptSession["select"],
    snapshot: () => ({
      version: 1,
      slices: slices.map((slice) => {
        const state = states.get(slice);
        return [slice.name, slice.toJSON === undefined ? state : slice.toJSON(state)] as const;
      }),
    }),
    restore(snapshot) {
      const kept = statesIn(snapshot);
      states = new Map(slices.map((slice) => [slice, stateFrom(slice, kept)]));
    },
    clone: () => sessionOf(slices, states),
  };
}

function stateFrom(slice: AnySlice, kept: ReadonlyMap<string, unknown>): unknown {
  if (!kept.has(slice.name)) return slice.initial;
  const json = kept.get(slice.name);
  return slice.fromJSON === undefined ? json : slice.fromJSON(json);
}

function statesIn(snapshot: PromptSessionSnapshot): ReadonlyMap<string, unknown> {
  const slices = snapshot?.version === 1 && Array.isArray(snapshot.slices) ? snapshot.slices : undefined;
  if (slices !== undefined && !slices.some((entry) => !Array.isArray(entry))) return new Map(slices);
  throw new PromptValidationError("That is not a snapshot of a session", {
    where: "snapshot",
    fix: "Give what snapshot() gave.",
  });
}
