import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { PromptValidationError } from "../section/errors.js";
import type { PromptEvent, Slice } from "../section/slice.js";
import { createVisibilityOverrides } from "./overrides.js";
import { createPromptSession } from "./session.js";
import { SectionVisibility } from "./visibility.js";
import {
  clearAllVisibilityOverrides,
  clearVisibilityOverride,
  setVisibilityOverride,
  visibilityOverrides,
} from "./visibility-slice.js";

const { FULL, SUMMARY } = SectionVisibility;

const count: Slice<number> = {
  name: "count",
  initial: 0,
  reduce: (state, event) => (event.type === "Counted" ? state + 1 : state),
};

describe("R4.4 VisibilityOverrides", () => {
  test("a change is another value; the one before stays", () => {
    const none = createVisibilityOverrides();
    const one = none.withOverride("a", FULL);
    const two = one.withOverride("b", SUMMARY).withOverride("a", SUMMARY);
    expect([...none]).toEqual([]);
    expect([...one]).toEqual([["a", FULL]]);
    expect([...two]).toEqual([
      ["a", SUMMARY],
      ["b", SUMMARY],
    ]);
    expect([...two.withoutOverride("a")]).toEqual([["b", SUMMARY]]);
    expect(two.get("a")).toBe(SUMMARY);
    expect(two.size).toBe(2);
  });

  test("no cast changes it", () => {
    const one = createVisibilityOverrides([["a", FULL]]);
    const map = new Map(one);
    map.set("b", FULL);
    expect(one.size).toBe(1);
    expect(() => Object.assign(one, { size: 7 })).toThrow(TypeError);
  });
});

describe("R4.4 events and reducers", () => {
  test("set, clear, clear all; a path is taken as keys are kept", () => {
    const session = createPromptSession();
    session.dispatch(setVisibilityOverride(" A.B ", FULL));
    session.dispatch(setVisibilityOverride("c", SUMMARY));
    expect([...session.select()]).toEqual([
      ["a.b", FULL],
      ["c", SUMMARY],
    ]);
    session.dispatch(clearVisibilityOverride("A.b"));
    expect([...session.select(visibilityOverrides)]).toEqual([["c", SUMMARY]]);
    session.dispatch(clearAllVisibilityOverrides());
    expect(session.select().size).toBe(0);
  });

  test("events are plain data, and written by hand they do the same", () => {
    const session = createPromptSession();
    session.dispatch({ type: "SetVisibilityOverride", path: "a", visibility: FULL } as PromptEvent);
    expect(session.select().get("a")).toBe(FULL);
    expect(setVisibilityOverride("a", FULL)).toEqual({ type: "SetVisibilityOverride", path: "a", visibility: FULL });
    expect(clearVisibilityOverride("a")).toEqual({ type: "ClearVisibilityOverride", path: "a" });
    expect(clearAllVisibilityOverrides()).toEqual({ type: "ClearAllVisibilityOverrides" });
  });

  test("reducers are pure: another event gives the very same state back", () => {
    const state = createVisibilityOverrides([["a", FULL]]);
    expect(visibilityOverrides.reduce(state, { type: "Other" })).toBe(state);
    visibilityOverrides.reduce(state, clearAllVisibilityOverrides());
    expect(state.size).toBe(1);
  });

  test("a reducer that throws leaves all slices as they were", () => {
    const failing: Slice<number> = {
      name: "failing",
      initial: 0,
      reduce: () => {
        throw new Error("no");
      },
    };
    const session = createPromptSession({ slices: [count, failing] });
    expect(() => session.dispatch({ type: "Counted" })).toThrow("no");
    expect(session.select(count)).toBe(0);
  });
});

describe("R4.4 a session", () => {
  test("keeps slices of one's own, typed", () => {
    const session = createPromptSession({ slices: [count] });
    session.dispatch({ type: "Counted" });
    const state: number = session.select(count);
    expect(state).toBe(1);
    expect(() => createPromptSession().select(count)).toThrow(PromptValidationError);
    expect(() => createPromptSession({ slices: [count, count] })).toThrow(PromptValidationError);
    expect(() => createPromptSession({ slices: [{ ...count, name: "visibility" }] })).toThrow(PromptValidationError);
  });

  test("a clone goes its own way, and so does the original", () => {
    const session = createPromptSession({ slices: [count] });
    session.dispatch(setVisibilityOverride("a", FULL));
    const clone = session.clone();
    clone.dispatch(setVisibilityOverride("b", FULL));
    session.dispatch({ type: "Counted" });
    expect([...session.select()]).toEqual([["a", FULL]]);
    expect([...clone.select()]).toEqual([
      ["a", FULL],
      ["b", FULL],
    ]);
    expect([session.select(count), clone.select(count)]).toEqual([1, 0]);
  });

  test("a snapshot is JSON and brings everything back", () => {
    const event = fc.oneof(
      fc
        .record({ path: fc.stringMatching(/^[a-z.]{1,6}$/), visibility: fc.constantFrom(FULL, SUMMARY) })
        .map((one) => setVisibilityOverride(one.path, one.visibility)),
      fc.constant({ type: "Counted" }),
      fc.stringMatching(/^[a-z.]{1,6}$/).map(clearVisibilityOverride),
      fc.constant(clearAllVisibilityOverrides()),
    );
    const property = fc.property(fc.array(event), fc.array(event), (before, after) => {
      const session = createPromptSession({ slices: [count] });
      for (const one of before) session.dispatch(one);
      const snapshot = session.snapshot();
      const kept = JSON.stringify(snapshot);
      for (const one of after) session.dispatch(one);
      const other = createPromptSession({ slices: [count] });
      other.restore(JSON.parse(kept));
      expect(JSON.stringify(other.snapshot())).toBe(kept);
      session.restore(snapshot);
      expect(JSON.stringify(session.snapshot())).toBe(kept);
    });
    fc.assert(property, { numRuns: propertyRuns(0.3) });
  });

  test("what is no snapshot is refused, and nothing changed", () => {
    const session = createPromptSession();
    session.dispatch(setVisibilityOverride("a", FULL));
    for (const wrong of [
      undefined,
      null,
      {},
      { version: 2, slices: [] },
      { version: 1, slices: {} },
      { version: 1, slices: [["visibility", 1]] },
      { version: 1, slices: [["visibility", [["a"]]]] },
      { version: 1, slices: [["visibility", [[1, FULL]]]] },
    ])
      expect(() => session.restore(wrong as never)).toThrow(PromptValidationError);
    expect([...session.select()]).toEqual([["a", FULL]]);
  });

  test("a slice that a snapshot does not know starts afresh", () => {
    const session = createPromptSession({ slices: [count] });
    session.dispatch({ type: "Counted" });
    session.restore(createPromptSession().snapshot());
    expect(session.select(count)).toBe(0);
  });

  test.each([
    { version: 1, slices: [null] },
    { version: 1, slices: [1] },
    { version: 1, slices: "visibility" },
    { version: 1 },
  ])("%j is not a snapshot", (snapshot) => {
    expect(() => createPromptSession().restore(snapshot as never)).toThrow(PromptValidationError);
  });

  test.each([null, {}, { type: 1 }, { type: "SetVisibilityOverride" }, { type: "ClearVisibilityOverride", path: 1 }])(
    "%j is no event, and nothing changed",
    (event) => {
      const session = createPromptSession();
      expect(() => session.dispatch(event as never)).toThrow(PromptValidationError);
      expect(session.select().size).toBe(0);
    },
  );
});
