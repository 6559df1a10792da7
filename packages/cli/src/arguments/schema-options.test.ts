import { inputSchemaOf, OPERATIONS } from "@pd/core";
import { describe, expect, test } from "vitest";
import { FOR_PROMPT } from "../commands/for-prompt.js";
import { OPERATION_COMMANDS } from "../commands/operation.js";
import { parseArguments } from "./parse-arguments.js";
import { inputOf, kebab, optionsOf, type Spelling, wordFields } from "./schema-options.js";

test("R6.5 fields are written in kebab-case", () => {
  expect(["tokenBudget", "section_keys", "graphId", "x", "maxDepth2"].map(kebab)).toEqual([
    "token-budget",
    "section-keys",
    "graph-id",
    "x",
    "max-depth2",
  ]);
});

test("every operation takes the fields of its schema, but for the session, which is a file", () => {
  for (const operation of OPERATIONS) {
    const { name } = operation;
    const fields = Object.keys(inputSchemaOf(operation)["properties"] as object).filter((field) => field !== "session");
    const options = OPERATION_COMMANDS.find((command) => command.name === name)?.options ?? [];
    // What a shell's hook asks for fills no field.
    const own = name === "context" ? [FOR_PROMPT] : [];
    expect(options.filter(({ field }) => field === undefined)).toEqual(own);
    expect(options.flatMap(({ field = [] }) => field)).toEqual(fields);
  }
});

const spelling: Spelling = {
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      count: { type: "integer", default: 3 },
      keys: { type: "array", items: { type: "string" } },
      one_or_more: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      kind: { enum: ["a", "b"] },
      sure: { type: "boolean" },
      deep: { type: "boolean", default: true },
      maybe: { anyOf: [{ type: "number" }, { type: "null" }] },
      rest: { type: "array", items: { type: "object" } },
      __proto: {},
    },
    required: ["path", "keys"],
  },
};

const inputFor = (args: readonly string[], more: Partial<Spelling> = {}) => {
  const whole = { ...spelling, ...more };
  const options = optionsOf(whole);
  return inputOf(parseArguments(args, options), options, whole);
};

describe("an input from a command line", () => {
  test("each kind of field has its spelling", () => {
    expect(
      inputFor(
        "--path p --count 4 --keys a --keys b --one-or-more x --kind a --sure --no-deep --maybe 1.5 --rest [{}]".split(
          " ",
        ),
      ),
    ).toEqual({
      path: "p",
      count: 4,
      keys: ["a", "b"],
      one_or_more: ["x"],
      kind: "a",
      sure: true,
      deep: false,
      maybe: 1.5,
      rest: [{}],
    });
    expect(inputFor([])).toEqual({});
  });

  test("words fill one text, one list, or required fields in turn", () => {
    expect(inputFor(["a", "b"], { positional: { field: "path", take: "text" } })).toEqual({ path: "a b" });
    expect(inputFor(["a", "b", "--keys", "c"], { positional: { field: "keys", take: "list" } })).toEqual({
      keys: ["a", "b", "c"],
    });
    expect(wordFields(spelling.schema).map(({ name }) => name)).toEqual(["path", "keys"]);
    expect(inputFor(["p", "k1", "k2"], { positional: { take: "each", fields: ["path", "keys"] } })).toEqual({
      path: "p",
      keys: ["k1", "k2"],
    });
  });

  test("what may be left out comes after what must be there", () => {
    const schema = {
      properties: {
        more: { type: "string" },
        name: { type: "string" },
        kind: { enum: ["a"] },
        session: { type: "string" },
      },
      required: ["name"],
    };
    const fields = wordFields(schema, new Set(["session"])).map(({ name }) => name);
    expect(fields).toEqual(["name", "more"]);
    expect(inputFor(["pdf", "a", "b"], { schema, positional: { take: "each", fields } })).toEqual({
      name: "pdf",
      more: "a b",
    });
  });

  test("a word that nothing takes, and a field given twice, are refused", () => {
    expect(() => inputFor(["x"])).toThrow(/one word too many/);
    expect(() => inputFor(["x", "--path", "y"], { positional: { field: "path", take: "text" } })).toThrow(
      /given twice/,
    );
  });
});
