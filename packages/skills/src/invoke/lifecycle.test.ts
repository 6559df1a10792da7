import { isPdError } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { contentDigest, createSkillLifecycle, restoreSkillLifecycle } from "./lifecycle.js";

const delivery = (content: string) => ({ digest: contentDigest(content), tokens: content.length });

describe("R5.12 the lifecycle of skills in a session", () => {
  test("activated once, and the same content is not delivered again", () => {
    const session = createSkillLifecycle();
    expect(session.activate("pdf", delivery("body"))).toBe("activated");
    expect(session.activate("pdf", delivery("body"))).toBe("already-active");
    expect(session.active()).toEqual([{ name: "pdf", inContext: 4, delivered: 4 }]);
  });

  test("other arguments or a changed file are other content; the first stays known", () => {
    const session = createSkillLifecycle();
    session.activate("pdf", delivery("body a.pdf"));
    expect(session.activate("pdf", delivery("body b.pdf"))).toBe("activated");
    expect(session.activate("pdf", delivery("body a.pdf"))).toBe("already-active");
    expect(session.active()).toEqual([{ name: "pdf", inContext: 20, delivered: 20 }]);
  });

  test("unloaded, it can be activated again; what it cost stays counted", () => {
    const session = createSkillLifecycle();
    session.activate("pdf", delivery("body"));
    expect(session.unload("pdf")).toBe(true);
    expect(session.unload("pdf")).toBe(false);
    expect(session.isActive("pdf")).toBe(false);
    expect([session.inContext, session.delivered]).toEqual([0, 4]);
    expect(session.activate("pdf", delivery("body"))).toBe("activated");
    expect([session.inContext, session.delivered]).toEqual([4, 8]);
  });

  test("after a compaction active skills can be delivered again, once", () => {
    const session = createSkillLifecycle();
    session.activate("pdf", delivery("body"));
    session.activate("csv", delivery("rows!"));
    session.compacted();
    expect(session.awaiting()).toEqual(["pdf", "csv"]);
    expect([session.inContext, session.delivered]).toEqual([0, 9]);
    expect(session.isActive("pdf")).toBe(true);
    expect(session.activate("pdf", delivery("body"))).toBe("activated");
    expect(session.activate("pdf", delivery("body"))).toBe("already-active");
    expect(session.awaiting()).toEqual(["csv"]);
    expect(session.active()).toEqual([
      { name: "pdf", inContext: 4, delivered: 8 },
      { name: "csv", inContext: 0, delivered: 5 },
    ]);
  });

  test("nothing is shared between sessions", () => {
    const [one, other] = [createSkillLifecycle(), createSkillLifecycle()];
    one.activate("pdf", delivery("body"));
    expect(other.activate("pdf", delivery("body"))).toBe("activated");
    const copy = restoreSkillLifecycle(one.serialise());
    copy.unload("pdf");
    expect(one.isActive("pdf")).toBe(true);
  });

  test("a name is a name, whatever objects call their own", () => {
    const session = createSkillLifecycle();
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(session.isActive(name)).toBe(false);
      expect(session.activate(name, delivery("x"))).toBe("activated");
    }
    expect(restoreSkillLifecycle(session.serialise()).active()).toEqual(session.active());
  });

  test("what grows is bounded", () => {
    const session = createSkillLifecycle();
    for (let at = 0; at < 100; at++) session.activate("pdf", delivery(`body ${at}`));
    expect(session.activate("pdf", delivery("body 99"))).toBe("already-active");
    expect(session.activate("pdf", delivery("body 0"))).toBe("activated");
    expect(session.serialise().length).toBeLessThan(4000);
    const full = createSkillLifecycle();
    for (let at = 0; at < 2000; at++) full.activate(`skill-${at}`, delivery("x"));
    expect(() => full.activate("one-more", delivery("x"))).toThrow(expect.objectContaining({ code: "input-invalid" }));
    expect(full.activate("skill-0", delivery("y"))).toBe("activated");
  });

  test("serialised and restored at any moment, it goes on as if nothing had been", () => {
    const step = fc.record({
      what: fc.constantFrom("activate", "unload", "compacted"),
      name: fc.constantFrom("a", "b", "__proto__"),
      content: fc.constantFrom("one", "other", "third text"),
    });
    fc.assert(
      fc.property(fc.array(step), fc.array(step), (before, after) => {
        const original = createSkillLifecycle();
        const run = (session: typeof original, steps: typeof before) =>
          steps.map(({ what, name, content }) => {
            if (what === "activate") return session.activate(name, delivery(content));
            return what === "unload" ? session.unload(name) : session.compacted();
          });
        run(original, before);
        const restored = restoreSkillLifecycle(original.serialise());
        expect(run(restored, after)).toEqual(run(original, after));
        expect(restored.serialise()).toBe(original.serialise());
        expect([restored.inContext, restored.delivered]).toEqual([original.inContext, original.delivered]);
        const total = original.active().reduce((sum, { inContext }) => sum + inContext, 0);
        expect(original.inContext).toBe(total);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

describe("R7.3 what is restored may come from anywhere", () => {
  const digest = contentDigest("x");
  const saved = (skills: unknown, more: object = {}) => JSON.stringify({ version: 1, past: 0, skills, ...more });

  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["another version", saved([], { version: 2 })],
    ["no figures", saved([], { past: "0" })],
    ["negative figures", saved([{ name: "a", delivered: -1, contents: [] }])],
    ["figures beyond counting", saved([{ name: "a", delivered: 1e300, contents: [] }])],
    [
      "a sum beyond counting",
      saved([{ name: "a", delivered: Number.MAX_SAFE_INTEGER, contents: [] }], { past: Number.MAX_SAFE_INTEGER }),
    ],
    ["more in the conversation than was delivered", saved([{ name: "a", delivered: 1, contents: [[digest, 2]] }])],
    ["a name twice", saved([1, 2].map(() => ({ name: "a", delivered: 0, contents: [] })))],
    ["no name", saved([{ delivered: 0, contents: [] }])],
    ["an empty name", saved([{ name: "", delivered: 0, contents: [] }])],
    ["a digest that is none", saved([{ name: "a", delivered: 3, contents: [["x", 2]] }])],
    ["contents that are none", saved([{ name: "a", delivered: 3, contents: { length: 1 } }])],
    [
      "too many skills",
      saved(Array.from({ length: 2001 }, (_, at) => ({ name: `${at}`, delivered: 0, contents: [] }))),
    ],
  ])("%s is refused", (_, text) => {
    expect(() => restoreSkillLifecycle(text)).toThrow(expect.objectContaining({ code: "input-invalid" }));
  });

  test("any text and any JSON is restored or refused, and nothing else", () => {
    const shape = fc.record(
      {
        version: fc.constantFrom(1, 2, "1"),
        past: fc.oneof(fc.nat(), fc.anything()),
        skills: fc.oneof(
          fc.array(
            fc.record({
              name: fc.oneof(fc.string(), fc.constant("__proto__"), fc.anything()),
              delivered: fc.oneof(fc.nat(), fc.anything()),
              contents: fc.oneof(fc.array(fc.tuple(fc.constant(digest), fc.nat()), { maxLength: 2 }), fc.anything()),
            }),
          ),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      shape.map((value) => {
        try {
          return JSON.stringify(value);
        } catch {
          return "";
        }
      }),
    );
    fc.assert(
      fc.property(text, (attempt) => {
        try {
          const restored = restoreSkillLifecycle(attempt);
          expect(restoreSkillLifecycle(restored.serialise()).active()).toEqual(restored.active());
        } catch (error) {
          expect(isPdError(error) && error.code).toBe("input-invalid");
        }
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});
