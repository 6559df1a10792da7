import { describe, expect, test } from "vitest";
import { bytes } from "../model/counters.js";
import { PdError } from "../model/errors.js";
import type { Level } from "../model/level.js";
import { type NodeId, type NodeSummary, nodeId } from "../model/node.js";
import { tokens } from "../model/tokens.js";
import type { Graph, NodeSource, Read, ReadOptions } from "../ports/content.js";
import { type AdmissionOptions, type Asked, admit, failureOf, type NodeOptions, optionsOfAll } from "./admission.js";
import { createNodeReader } from "./node-reader.js";
import { costOfOpening } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { createShellCosts } from "./render/shell-cost.js";

const BODY = "A body. ".repeat(40);

function summaryOf(key: string): NodeSummary {
  const id = nodeId(`note:${key}`);
  return { id, name: key, type: "note", domain: "general", description: `About ${key}.`, tags: [] };
}

function asked(key: string, levels: readonly Level[]): Asked {
  const summary = summaryOf(key);
  const { id } = summary;
  const price = { id, text: tokens(BODY.length), json: tokens(BODY.length + 2) };
  return { known: { want: { id, least: 0, most: 4 }, summary, price }, levels };
}

/** A source that writes down what is read of it, and may fail at some of that. */
function sourceOf(failing: Partial<NodeSource> = {}) {
  const reads: string[] = [];
  const written = <Value>(what: string, read: NodeSource[keyof NodeSource] | undefined, value: Value) => {
    return async (all: readonly { readonly id: NodeId }[], options?: ReadOptions): Promise<readonly Read<Value>[]> => {
      reads.push(...all.map(({ id }) => `${what} of ${id}`));
      return read === undefined ? all.map(() => ({ value })) : ((await read(all, options)) as readonly Read<Value>[]);
    };
  };
  const source: NodeSource = {
    links: written("links", failing.links, { links: [], total: 0 }),
    sections: written("sections", failing.sections, []),
    content: written("content", failing.content, BODY),
  };
  return { source, reads };
}

function optionsOf(source: NodeSource, more: Partial<AdmissionOptions> = {}): AdmissionOptions {
  return {
    reader: createNodeReader({ source, graph: {} as Graph }, { counter: bytes, signal: more.signal }),
    form: "json",
    counter: bytes,
    alone: (cost) => tokens(2 + cost),
    shells: createShellCosts(bytes),
    ceiling: undefined,
    ...more,
  };
}

const levelsOf = ({ levelOptions }: NodeOptions) => levelOptions.map(({ step }) => step.level);
const unreadable = async () => Promise.reject(new Error("EIO"));
const PLENTY = 1_000_000;

describe("R2.2 without a ceiling", () => {
  test("a node is read for its highest level, and for no other", async () => {
    const { source, reads } = sourceOf();
    const [nodeOptions] = await optionsOfAll([asked("a", [1, 2, 3])], optionsOf(source));
    expect(levelsOf(nodeOptions!)).toEqual([3]);
    expect(reads).toEqual(["sections of note:a"]);
  });

  test("nothing is priced, since nothing has to fit", async () => {
    const { source } = sourceOf();
    const all = await optionsOfAll([asked("a", [1]), asked("b", [3]), asked("c", [4])], optionsOf(source));
    expect(all.flatMap(({ levelOptions }) => levelOptions.map(({ cost }) => cost))).toEqual([0, 0, 0]);
  });

  test("each is admitted at its highest, and one that has no level is not", async () => {
    const { source } = sourceOf({ sections: unreadable });
    const [several] = await optionsOfAll([asked("a", [0, 1, 2])], optionsOf(source, { ceiling: PLENTY }));
    const [none] = await optionsOfAll([asked("b", [3])], optionsOf(source));
    expect(
      admit([several!, none!], { ceiling: undefined, breadth: 1 }).map((levelOption) => levelOption?.level),
    ).toEqual([2, undefined]);
  });
});

describe("R2.2 under a ceiling", () => {
  test("a node has the level asked for, and those for which nothing is read, lowest first", async () => {
    const { source } = sourceOf();
    const [nodeOptions] = await optionsOfAll([asked("a", [0, 1, 2, 3, 4])], optionsOf(source, { ceiling: PLENTY }));
    expect(levelsOf(nodeOptions!)).toEqual([0, 1, 4]);
    expect(nodeOptions!.levelOptions.map(({ step }) => ("view" in step ? step.view.level : "unread"))).toEqual([
      0,
      1,
      "unread",
    ]);
  });

  test("each level costs what it is delivered as, and the highest what its stored price says: no body is read for it", async () => {
    const { source, reads } = sourceOf();
    const options = optionsOf(source, { ceiling: PLENTY });
    const wanted = asked("a", [0, 1, 2, 3, 4]);
    const [nodeOptions] = await optionsOfAll([wanted], options);
    for (const { step, cost } of nodeOptions!.levelOptions) {
      const due =
        "view" in step ? measureOf(bytes).node(step.rendered) : costOfOpening(wanted.known, { links: [] }, options);
      expect(cost).toBe(due);
    }
    expect(reads.filter((read) => read.startsWith("content"))).toEqual([]);
  });

  test("R2.5 every node is listed before any is raised, and only what fits is chosen", async () => {
    const { source } = sourceOf();
    const all = await optionsOfAll([asked("a", [1, 4]), asked("b", [1, 4])], optionsOf(source, { ceiling: PLENTY }));
    const [listed = 0, opened = 0] = all[0]!.levelOptions.map(({ cost }) => cost);
    const levelsFor = (ceiling: number, breadth: number) =>
      admit(all, { ceiling, breadth }).map((levelOption) => levelOption?.level);
    expect(levelsFor(listed + opened, 1)).toEqual([4, 1]);
    expect(levelsFor(listed + opened - 1, 1)).toEqual([1, 1]);
    expect(levelsFor(opened, 1)).toEqual([1, 1]);
    expect(levelsFor(opened, 0)).toEqual([4, undefined]);
  });
});

describe("R3.8 of what the ceiling puts out of reach, nothing is read", () => {
  const keys = ["a", "b", "c", "d"];

  async function readUnder(ceilingOf: (listed: number) => number) {
    const { source, reads } = sourceOf();
    const wanted = keys.map((key) => asked(key, [1, 2]));
    const [first] = await optionsOfAll(wanted, optionsOf(sourceOf().source, { ceiling: PLENTY }));
    const ceiling = ceilingOf(first!.levelOptions[0]!.cost);
    const all = await optionsOfAll(wanted, optionsOf(source, { ceiling }));
    return { reads, levels: all.map(levelsOf) };
  }

  test("those that can be listed together may be raised, the others only listed", async () => {
    expect(await readUnder((listed) => 2 * listed)).toEqual({
      reads: ["links of note:a", "links of note:b"],
      levels: [[1, 2], [1, 2], [1], [1]],
    });
  });

  test("one token less, and one less is read", async () => {
    expect((await readUnder((listed) => 2 * listed - 1)).reads).toEqual(["links of note:a"]);
  });

  test("where not even one can be listed, none is read", async () => {
    const { reads, levels } = await readUnder((listed) => listed - 1);
    expect([reads, levels]).toEqual([[], [[1], [1], [1], [1]]]);
  });

  test("one that is too large at its lowest is passed over: those after it may be raised all the same", async () => {
    const { source } = sourceOf();
    const wanted = [asked("large", [4]), asked("a", [1, 2]), asked("b", [1, 2])];
    const [large] = await optionsOfAll(wanted, optionsOf(source, { ceiling: PLENTY }));
    const all = await optionsOfAll(wanted, optionsOf(source, { ceiling: large!.levelOptions[0]!.cost - 1 }));
    expect(all.map(levelsOf)).toEqual([[4], [1, 2], [1, 2]]);
  });

  test("where all can be listed, all may be raised", async () => {
    const { levels } = await readUnder((listed) => 4 * listed);
    expect(levels).toEqual(keys.map(() => [1, 2]));
  });
});

describe("a level that cannot be read", () => {
  test("leaves the others, and takes no room from the nodes after it", async () => {
    const { source } = sourceOf({ sections: unreadable });
    const wanted = [asked("a", [3, 4]), asked("b", [1, 2])];
    const [a, b] = await optionsOfAll(wanted, optionsOf(source, { ceiling: 400 }));
    expect([levelsOf(a!), a!.failure]).toEqual([[4], "unreadable"]);
    expect(levelsOf(b!)).toEqual([1, 2]);
  });

  test("R3.9 tells whether the content changed or failed, and which are whole", async () => {
    const changed = async () => Promise.reject(new PdError("content-changed", "newer on disk"));
    const failures = [changed, unreadable, undefined].map(async (links) => {
      const { source } = sourceOf(links === undefined ? {} : { links });
      const [nodeOptions] = await optionsOfAll([asked("a", [2])], optionsOf(source));
      return "failure" in nodeOptions! ? nodeOptions.failure : "whole";
    });
    expect(await Promise.all(failures)).toEqual(["changed", "unreadable", "whole"]);
  });

  test("because the call was cancelled ends the call, with the cause", async () => {
    const controller = new AbortController();
    const cause = new Error("read stopped");
    const { source } = sourceOf({
      links: async () => {
        controller.abort();
        throw cause;
      },
    });
    const options = optionsOf(source, { signal: controller.signal });
    await expect(optionsOfAll([asked("a", [2])], options)).rejects.toMatchObject({ code: "cancelled", cause });
  });

  test.each<[unknown, string]>([
    [new PdError("content-changed", "newer on disk"), "changed"],
    [new PdError("content-unreadable", "no such file"), "unreadable"],
    [new Error("EIO"), "unreadable"],
    [{ code: "content-changed" }, "unreadable"],
    [undefined, "unreadable"],
  ])("is one omission, whatever was thrown: %o", (thrown, reason) => {
    expect(failureOf(thrown, undefined)).toBe(reason);
    expect(failureOf(thrown, new AbortController().signal)).toBe(reason);
  });
});

test("every read can be cancelled: each gets the signal of the call", async () => {
  const { signal } = new AbortController();
  const given: unknown[] = [];
  const noting = (options?: { signal?: AbortSignal | undefined }) => void given.push(options?.signal);
  const { source } = sourceOf({
    links: async (all, options) => all.map(() => ({ value: { links: [], total: Number(noting(options) ?? 0) } })),
    sections: async (all, options) => all.map(() => ({ value: [noting(options)].flatMap(() => []) })),
  });
  await optionsOfAll([asked("a", [1, 2]), asked("b", [1, 3])], optionsOf(source, { signal, ceiling: PLENTY }));
  expect(given).toEqual([signal, signal]);
});
