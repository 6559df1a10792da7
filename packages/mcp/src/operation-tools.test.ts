import { createToolkit, estimate } from "@pd/core";
import { loadO200k } from "@pd/core/o200k";
import { describe, expect, test } from "vitest";
import { createMcpServer } from "./create-mcp-server.js";
import { OPERATION_TOOLS } from "./operation-tools.js";
import { toolCosts } from "./tool-list.js";

/** What the tools may cost a model together, on every turn. */
const CEILING = 1200;

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const core = new Map(createToolkit({ mounts: [] }).tools.map((tool) => [tool.name, tool]));

describe("R6.3 each operation but validate is a tool", () => {
  test("in core's order", () => {
    expect(OPERATION_TOOLS.map(({ name }) => name)).toEqual([...core.keys()].filter((name) => name !== "validate"));
  });

  test.each(OPERATION_TOOLS)("$name takes the fields that core takes, and says the same of them", (tool) => {
    const theirs = core.get(tool.name)?.inputSchema as { properties: Properties; required?: string[] };
    const ours = tool.inputSchema as unknown as { properties: Properties; required?: string[] };
    expect(Object.keys(ours.properties).sort()).toEqual(Object.keys(theirs.properties).sort());
    expect(ours.required ?? []).toEqual(theirs.required ?? []);
    for (const [name, property] of Object.entries(ours.properties)) {
      const their = theirs.properties[name] ?? {};
      expect([name, property["default"]]).toEqual([name, their["default"]]);
      expect([name, property["enum"] ?? "any"]).toEqual([name, their["enum"] ?? "any"]);
      // Where core takes one or a list, the list is what is announced.
      const types = [their, ...((their["anyOf"] as readonly { type?: unknown }[] | undefined) ?? [])].map(
        ({ type }) => type,
      );
      if (property["enum"] === undefined)
        expect([name, types]).toEqual([name, expect.arrayContaining([property["type"]])]);
    }
  });

  test.each(OPERATION_TOOLS)("$name takes no other field", ({ inputSchema }) => {
    expect(inputSchema["additionalProperties"]).toBe(false);
  });
});

describe(`what a model pays for on every turn stays under ${CEILING} tokens`, () => {
  const { tools } = createMcpServer({ mounts: [] });
  const sum = (counter: { count(text: string): number }) =>
    toolCosts(tools, counter).reduce((total, { tokens }) => total + tokens, 0);

  test("by core's estimate", () => {
    expect(sum(estimate)).toBeLessThan(CEILING);
  });

  test("by a real tokenizer", async () => {
    expect(sum(await loadO200k())).toBeLessThan(CEILING);
  });
});
