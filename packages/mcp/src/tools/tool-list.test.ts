import { createToolkit, defineTool, OPERATIONS, o200k, withBudget } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES, madeUpOperation } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createMcpServer } from "../server/create-mcp-server.js";
import { type ListedTool, toolCosts } from "./tool-list.js";

/** What the tools may cost a model together, on every turn. */
const CEILING = 1100;

/** What a model has no use for, or hardly any. Calls may have it all the same. */
const FILTERS = ["type", "domain", "tag", "path"];
const HIDDEN = new Map(
  Object.entries({
    scan: ["session", "repeat"],
    search: ["session", "repeat"],
    query: [...FILTERS, "also"],
    node: [],
    traverse: [],
    context: FILTERS,
    stats: ["session", "repeat"],
  }).map(([name, fields]) => [name, ["format", "graphId", ...fields]]),
);

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const core = new Map(createToolkit({ mounts: [] }).tools.map((tool) => [tool.name, tool]));

function propertiesOf(tools: readonly ListedTool[], name: string): Properties {
  const tool = tools.find((one) => one.name === name);
  return (tool?.inputSchema["properties"] ?? {}) as Properties;
}

const listed = createMcpServer({ mounts: [] }).tools;

describe("R6.3 each operation but validate is a tool", () => {
  test("in core's order", () => {
    expect(listed.map(({ name }) => name)).toEqual(
      OPERATIONS.filter(({ offered = true }) => offered).map(({ name }) => name),
    );
    expect(listed.map(({ name }) => name)).not.toContain("validate");
  });

  test.each(listed)("$name says what it takes in core's words, without the limits that core checks", (tool) => {
    const theirs = core.get(tool.name)?.inputSchema as { properties: Properties; required?: string[] };
    const ours = tool.inputSchema as unknown as { properties: Properties; required?: string[] };
    const hidden = HIDDEN.get(tool.name);
    // An operation that the table does not know may hide what it likes, and has no field of its own here.
    const fields = Object.keys(theirs.properties).filter((name) =>
      hidden === undefined ? name in ours.properties : !hidden.includes(name),
    );
    expect(Object.keys(ours.properties)).toEqual(fields);
    expect(ours.required).toEqual(theirs.required);
    for (const [name, property] of Object.entries(ours.properties)) {
      const { default: value, enum: choices, description } = theirs.properties[name] ?? {};
      expect([name, property["default"], property["enum"], property["description"]]).toEqual([
        name,
        value,
        choices,
        description,
      ]);
      expect([name, Object.keys(property).filter((word) => /^(?:min|max|anyOf)/u.test(word))]).toEqual([name, []]);
    }
  });

  test("a tool's own format is offered, and the format of answers is not", () => {
    const input = { size: z.string().check(z.minLength(1), z.maxLength(9)), count: z.int() };
    const tools = [
      ["own", z.strictObject({ ...input, format: z.optional(z.enum(["csv", "xml"])) })] as const,
      ["pds", z.strictObject({ ...input, format: z.optional(z.enum(["json", "text"])) })] as const,
    ].map(([name, schema]) =>
      defineTool({ name, description: "Größe.", input: schema, readOnly: true, call: async () => "" }),
    );
    const listing = createMcpServer({ mounts: [{ tools }] }).tools;
    const plain = { size: { type: "string" }, count: { type: "integer" } };
    expect(propertiesOf(listing, "own")).toEqual({ ...plain, format: { type: "string", enum: ["csv", "xml"] } });
    expect(propertiesOf(listing, "pds")).toEqual(plain);
  });

  test("one reference or a list of them is announced as a list", () => {
    expect(propertiesOf(listed, "node")["nodes"]).toEqual({
      type: "array",
      items: { type: "string" },
      description: "Ids, names, aliases or paths",
    });
  });

  test("the default budget of a configuration is announced", () => {
    const { tools } = createMcpServer({ mounts: [], operations: withBudget(OPERATIONS, 900) });
    expect(propertiesOf(tools, "query")["tokenBudget"]).toMatchObject({ type: "integer", default: 900 });
  });
});

test("R6.3 every parameter is described", () => {
  for (const { name, inputSchema } of listed)
    for (const [field, { description }] of Object.entries(inputSchema["properties"] as Properties))
      expect(description, `${name}.${field}`).toMatch(/\w/u);
});

test("a graph has to be named where there are several, and then is announced", () => {
  const mounts = ["a", "b"].map((id) => ({ content: createMemoryContent(ENFORCEMENT_NODES, id) }));
  expect(propertiesOf(createMcpServer({ mounts }).tools, "scan")).toHaveProperty("graphId");
  expect(propertiesOf(createMcpServer({ mounts: mounts.slice(1) }).tools, "scan")).not.toHaveProperty("graphId");
});

test("an operation that no list of this package names is a tool, in its own words", () => {
  const { name, title, description } = madeUpOperation;
  const { tools } = createMcpServer({ mounts: [], operations: [...OPERATIONS, madeUpOperation] });
  expect(tools.at(-1)).toMatchObject({ name, title, description });
  expect(propertiesOf(tools, name)["maxDays"]).toEqual({ type: "integer", default: 7, description: "How far back" });
});

describe(`what a model pays for on every turn stays under ${CEILING} tokens`, () => {
  const { tools } = createMcpServer({ mounts: [] });
  const sum = (counter: { count(text: string): number }) =>
    toolCosts(tools, counter).reduce((total, { tokens }) => total + tokens, 0);

  test("by the default counter", () => {
    expect(sum(o200k)).toBeLessThan(CEILING);
  });
});
