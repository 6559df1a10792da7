import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { expect, test } from "vitest";
import { connected } from "../../fixtures/client.js";
import { NODE_TEMPLATE } from "../resources/resource-uri.js";
import { createMcpServer } from "./create-mcp-server.js";

async function instructionsOf(...ids: readonly string[]): Promise<string> {
  const mounts = ids.map((id) => ({ content: createMemoryContent(ENFORCEMENT_NODES, id) }));
  return (await connected(createMcpServer({ mounts }), "modern")).getInstructions() ?? "";
}

test("a model is told of the vaults that it would not find by itself, and pays for no words where there is one", async () => {
  expect(await instructionsOf("docs")).not.toContain("graphId");
  expect(await instructionsOf("docs", "notes", "papers")).toContain(
    "docs if it is not given, notes, papers; all asks them together",
  );
});

test("a model is told how to get more: by a session, in which nothing comes twice", async () => {
  const instructions = await instructionsOf("docs");
  expect(instructions).not.toContain("again for more");
  expect(instructions).toContain("with repeat false then brings more");
});

test("an operation that is no tool here is refused as unknown, and still serves resources", async () => {
  const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES, "docs") }];
  const client = await connected(createMcpServer({ mounts, operationTools: false }), "modern");
  await expect(client.callTool({ name: "scan", arguments: {} })).rejects.toMatchObject({
    code: -32602,
    data: { code: "tool-unknown" },
  });
  expect((await client.listResources()).resources.length).toBeGreaterThan(0);
});

test("R3.2 graphId all asks every vault: by a tool, as a resource and in completion", async () => {
  const mounts = ["docs", "größe"].map((id) => ({ content: createMemoryContent(ENFORCEMENT_NODES, id) }));
  const client = await connected(createMcpServer({ mounts }), "modern");
  const { _meta } = await client.callTool({ name: "scan", arguments: { graphId: "all", limit: 200 } });
  const ids = (_meta as { "pd/answer": { nodes: { id: string }[] } })["pd/answer"].nodes.map(({ id }) => id);
  const [first] = ENFORCEMENT_NODES;
  expect(ids).toEqual(expect.arrayContaining([`docs/${first?.id}`, `größe/${first?.id}`]));
  const uri = `pd://all/${encodeURIComponent(`größe/${first?.id}`)}`;
  const { contents } = await client.readResource({ uri });
  expect(contents).toMatchObject([{ text: expect.stringContaining(`größe/${first?.id}`) }]);
  const ref = { type: "ref/resource", uri: NODE_TEMPLATE } as const;
  const { completion } = await client.complete({ ref, argument: { name: "vault", value: "a" } });
  expect(completion.values).toEqual(["all"]);
});
