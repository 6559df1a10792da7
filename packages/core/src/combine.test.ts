import { describe, expect, test } from "vitest";
import { combine } from "./combine.js";
import { estimate } from "./counters.js";
import { isPdError } from "./errors.js";
import { nodeId } from "./node.js";
import { ENFORCEMENT_CASES } from "./testing/enforcement-cases.js";
import { ENFORCEMENT_NODES } from "./testing/enforcement-nodes.js";
import { createMemoryContent, type MemoryNode } from "./testing/memory-content.js";
import { runEnforcementCase } from "./testing/run-enforcement-case.js";
import { createToolkit } from "./toolkit.js";

const one: readonly MemoryNode[] = [
  {
    id: "note:shared",
    name: "Shared one",
    description: "In the first.",
    body: "first body",
    links: [{ target: "note:a", context: "To a." }],
  },
  { id: "note:a", name: "A", body: "alpha" },
];
const two: readonly MemoryNode[] = [
  {
    id: "note:shared",
    name: "Shared two",
    description: "In the second.",
    body: "second body",
    links: [{ target: "note:b" }],
  },
  { id: "note:b", name: "B", body: "beta", links: [{ target: "note:shared" }] },
];
const both = () => combine("both", [createMemoryContent(one, "first"), createMemoryContent(two, "second")]);
const toolkit = () => createToolkit({ mounts: [{ content: both() }] });

describe("R3.2 combined contents", () => {
  test("prefix an id only where two have it", async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await toolkit().call("scan", { cursor });
      ids.push(...page.nodes.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(ids).toEqual(["first/note:shared", "note:a", "second/note:shared", "note:b"]);
  });

  test("open each under the id they gave out, in full and by name", async () => {
    const { nodes } = await toolkit().call("node", {
      nodes: ["second/note:shared", "first/note:shared", "note:b", "A"],
      level: 4,
    });
    expect(nodes).toMatchObject([
      { id: "second/note:shared", content: { full: "second body" } },
      { id: "first/note:shared", content: { full: "first body" } },
      { id: "note:b", content: { full: "beta" } },
      { id: "note:a", content: { full: "alpha" } },
    ]);
  });

  test("name link targets and neighbours by the ids they give out", async () => {
    const { nodes } = await toolkit().call("node", { nodes: "note:b", level: 2 });
    expect(nodes).toMatchObject([{ links: [{ target: "second/note:shared" }] }]);
    const { graph } = await both().open();
    expect(await graph.neighbours([nodeId("note:b")])).toContainEqual({
      from: "note:b",
      to: "second/note:shared",
      relation: "references",
    });
  });

  test("search and sum over all", async () => {
    const { nodes } = await toolkit().call("search", { query: "body" });
    expect(new Set(nodes.map(({ id }) => id))).toEqual(new Set(["first/note:shared", "second/note:shared"]));
    expect(await toolkit().call("stats", {})).toMatchObject({ data: { nodes: 4, links: 3 } });
  });

  test("let go of everything when one cannot be opened", async () => {
    let held = 0;
    const memory = createMemoryContent(one, "first");
    const counting = {
      id: "first",
      open: async () => ({ ...(await memory.open()), release: () => void (held -= 1), held: (held += 1) }),
    };
    const broken = { id: "broken", open: () => Promise.reject(new Error("no")) };
    await expect(combine("x", [counting, broken]).open()).rejects.toThrow("no");
    expect(held).toBe(0);
  });
});

test.each(ENFORCEMENT_CASES)("combined content keeps $rule: $title", async (one) => {
  const content = combine("memory", [
    createMemoryContent(ENFORCEMENT_NODES, "inner"),
    createMemoryContent([], "empty"),
  ]);
  const kit = createToolkit({ mounts: [{ content }] });
  const problems = await runEnforcementCase(
    one,
    async (operation, input) => {
      try {
        return { answer: JSON.parse(JSON.stringify(await kit.call(operation, input))) };
      } catch (error) {
        if (isPdError(error)) return { error: { code: error.code } };
        throw error;
      }
    },
    { form: "json", counter: estimate },
  );
  expect(problems).toEqual([]);
});
