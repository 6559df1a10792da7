import { createToolkit, node, type Tool } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { expect, test } from "vitest";
import { createAccount } from "./account.js";
import { createModelTools } from "./model-tools.js";

function nodeTool(budget: number): { readonly tool: Tool; readonly account: ReturnType<typeof createAccount> } {
  const account = createAccount(budget);
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
  const make = createModelTools({
    toolkit: () => toolkit,
    session: () => "new",
    account,
    mark: "data",
    unsent: [],
  });
  return { tool: make(node), account };
}

test.each([
  ["refused because nothing is left", 210],
  ["that ask for what there is not", 600],
])("any number of calls in one turn, %s, stays within the budget", async (_, budget) => {
  const { tool, account } = nodeTool(budget);
  const call = () => tool.call({ nodes: "no such node", level: 4 }, {} as never);
  const answers = await Promise.allSettled(Array.from({ length: 100 }, call));
  expect(answers[0]?.status).toBe("rejected");
  expect(answers.at(-1)).toEqual({ status: "fulfilled", value: "" });
  expect(account.spent).toBeLessThanOrEqual(budget);
});
