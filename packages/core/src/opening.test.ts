import { expect, test } from "vitest";
import { ENFORCEMENT_NODES } from "./testing/index.js";
import { createMemoryContent } from "./testing/memory-content.js";
import { createToolkit } from "./toolkit.js";

test("R3.8 bodies that a session keeps are each node's own, whatever order they are asked in", async () => {
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
  const { nodes, session } = await toolkit.call("scan", { session: "new" });
  const ids = nodes.map(({ id }) => id);
  const bodyOf = async (id: string, input: object) => {
    const [node] = (await toolkit.call("node", { nodes: id, level: 4, ...input })).nodes;
    return node?.level === 4 ? node.content.full : undefined;
  };
  const alone = await Promise.all(ids.map((id) => bodyOf(id, {})));
  expect(new Set(alone).size).toBeGreaterThan(1);
  for (const order of [ids, ids.toReversed()]) {
    for (const id of order) expect(await bodyOf(id, { session })).toBe(alone[ids.indexOf(id)]);
  }
});
