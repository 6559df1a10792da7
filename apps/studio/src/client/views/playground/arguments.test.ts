import { describe, expect, test } from "vitest";
import { argumentsFrom, fromItems, fromTyped, itemsOf, valueAt, withValue } from "./arguments.js";
import { faultsIn } from "./check-arguments.js";
import { formOf } from "./schema-form.js";

const form = formOf(
  {
    type: "object",
    properties: {
      query: { type: "string", minLength: 2, maxLength: 5 },
      limit: { type: "integer", minimum: 1, maximum: 10, default: 3 },
      level: { enum: [0, 1, 2] },
      repeat: { type: "boolean" },
      nodes: {
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "array", items: { type: "string", minLength: 1 }, maxItems: 2 },
        ],
      },
      inner: { type: "object", properties: { deep: { type: "integer" } }, required: ["deep"] },
    },
    required: ["query"],
  },
  {},
);
const field = (name: string) => form.fields.find((each) => each.name === name) ?? form;
const faults = (value: object) => faultsIn(form, value).map(({ place, message }) => `${place}: ${message}`);

describe("what a form holds", () => {
  test("a value is set and taken away at its place, and nothing else changes", () => {
    const first = withValue({ query: "ab" }, ["inner", "deep"], 3);
    expect(first).toEqual({ query: "ab", inner: { deep: 3 } });
    expect(withValue(first, ["inner", "deep"], undefined)).toEqual({ query: "ab" });
    expect(withValue({ nodes: ["a", "b"] }, ["nodes", 0], undefined)).toEqual({ nodes: ["b"] });
    expect(withValue({ query: "ab" }, ["query"], undefined)).toEqual({});
  });

  test("a field that is called like something of every object is a field like any other", () => {
    const given = withValue({}, ["__proto__"], "x");
    expect(Object.entries(given)).toEqual([["__proto__", "x"]]);
    expect(valueAt({}, ["constructor"])).toBeUndefined();
  });

  test("typed text becomes what the field takes, and stays as it is where it cannot", () => {
    expect(fromTyped(field("limit"), "7")).toBe(7);
    expect(fromTyped(field("limit"), "seven")).toBe("seven");
    expect(fromTyped(field("level"), "2")).toBe(2);
    expect(fromTyped(field("repeat"), "false")).toBe(false);
    expect(fromTyped(field("query"), "")).toBeUndefined();
  });

  test("one thing alone is a list of one, and goes as one", () => {
    expect(itemsOf("a")).toEqual(["a"]);
    expect(fromItems(["a"], true)).toBe("a");
    expect(fromItems(["a"], false)).toEqual(["a"]);
    expect(fromItems([], true)).toBeUndefined();
  });

  test("an address that was meddled with gives no arguments, not an error", () => {
    for (const text of [undefined, "", "{", "[1]", "null", '"x"']) expect(argumentsFrom(text)).toEqual({});
    expect(argumentsFrom('{"query":"x"}')).toEqual({ query: "x" });
  });
});

describe("what is wrong is said at its field", () => {
  test("nothing, where nothing is", () => {
    expect(faults({ query: "abc", limit: 10, level: 0, repeat: true, nodes: "a", inner: { deep: 1 } })).toEqual([]);
  });

  test("what is needed is asked for; what has a default is not", () => {
    expect(faults({})).toEqual(["query: This is needed."]);
  });

  test("limits of texts, numbers and lists", () => {
    expect(faults({ query: "a" })).toEqual(["query: Write at least 2 characters."]);
    expect(faults({ query: "abcdef" })).toEqual(["query: Write at most 5 characters; these are 6."]);
    expect(faults({ query: "ab", limit: 11 })).toEqual(["limit: Give a whole number from 1 to 10."]);
    expect(faults({ query: "ab", limit: 1.5 })).toEqual(["limit: Give a whole number from 1 to 10."]);
    expect(faults({ query: "ab", limit: "x" })).toEqual(["limit: Give a whole number from 1 to 10."]);
    expect(faults({ query: "ab", nodes: ["a", "b", "c"] })).toEqual(["nodes: Give at most 2."]);
    expect(faults({ query: "ab", nodes: ["a", ""] })).toEqual(["nodes.1: Write at least 1 character."]);
  });

  test("choices, inner fields and fields that do not exist", () => {
    expect(faults({ query: "ab", level: 7 })).toEqual(["level: Choose one of 0, 1, 2."]);
    expect(faults({ query: "ab", inner: {} })).toEqual(["inner.deep: This is needed."]);
    expect(faults({ query: "ab", stranger: 1 })).toEqual(['stranger: There is no field "stranger".']);
  });
});
