import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { expect, test } from "vitest";
import { connected } from "../fixtures/client.js";
import { createMcpServer } from "./create-mcp-server.js";

async function instructionsOf(...ids: readonly string[]): Promise<string> {
  const mounts = ids.map((id) => ({ content: createMemoryContent(ENFORCEMENT_NODES, id) }));
  return (await connected(createMcpServer({ mounts }), "modern")).getInstructions() ?? "";
}

test("a model is told of the vaults that it would not find by itself, and pays for no words where there is one", async () => {
  expect(await instructionsOf("docs")).not.toContain("graphId");
  expect(await instructionsOf("docs", "notes", "papers")).toContain("docs if it is not given, notes, papers");
});
