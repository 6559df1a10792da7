import { createToolkit, OPERATIONS } from "@pd/core";
import { openApi } from "@pd/http";
import { describe, expect, test } from "vitest";
import { callablesIn } from "./callable.js";
import { formOf } from "./schema-form.js";

function fieldFor(schema: unknown, root: unknown = {}) {
  return formOf({ type: "object", properties: { it: schema } }, root).fields[0];
}

describe("a form made from a schema", () => {
  test("texts, numbers, choices and flags keep their limits, defaults and descriptions", () => {
    expect(fieldFor({ type: "string", maxLength: 64, description: "Which one" })).toMatchObject({
      kind: "text",
      maxLength: 64,
      isLong: false,
      description: "Which one",
    });
    expect(fieldFor({ type: "string", maxLength: 4000 })).toMatchObject({ isLong: true });
    expect(fieldFor({ type: "integer", minimum: 1, maximum: 1000, default: 20 })).toMatchObject({
      kind: "number",
      isWhole: true,
      minimum: 1,
      maximum: 1000,
      fallback: 20,
    });
    expect(fieldFor({ type: "number", enum: [0, 1, 2] })).toMatchObject({ kind: "choice", choices: [0, 1, 2] });
    expect(fieldFor({ const: "only" })).toMatchObject({ kind: "choice", choices: ["only"] });
    expect(fieldFor({ type: "boolean" })).toMatchObject({ kind: "flag", isRequired: false });
  });

  test("the largest safe number is no limit worth telling", () => {
    expect(fieldFor({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toMatchObject({
      minimum: 1,
      maximum: undefined,
    });
  });

  test("one thing or a list of them is a list that takes one", () => {
    const text = { type: "string", minLength: 1 };
    const field = fieldFor({ anyOf: [text, { type: "array", items: text, minItems: 1, maxItems: 100 }] });
    expect(field).toMatchObject({ kind: "list", takesOne: true, maxItems: 100, item: { kind: "text", minLength: 1 } });
  });

  test("a thing or null is the thing; a choice of kinds is JSON", () => {
    expect(fieldFor({ anyOf: [{ type: "string" }, { type: "null" }] })).toMatchObject({ kind: "text" });
    expect(fieldFor({ type: ["integer", "null"] })).toMatchObject({ kind: "number" });
    expect(fieldFor({ anyOf: [{ type: "string" }, { type: "integer" }] })).toMatchObject({ kind: "json" });
  });

  test("objects nest; maps without fixed names are JSON", () => {
    const inner = { type: "object", properties: { deep: { type: "boolean" } }, required: ["deep"] };
    expect(fieldFor(inner)).toMatchObject({ kind: "group", fields: [{ kind: "flag", isRequired: true }] });
    expect(fieldFor({ type: "object", additionalProperties: { type: "string" } })).toMatchObject({ kind: "json" });
  });

  test("references are followed, and a schema that refers to itself ends", () => {
    const root = { defs: { tree: { type: "object", properties: { child: { $ref: "#/defs/tree" } } } } };
    expect(fieldFor({ $ref: "#/defs/tree" }, root)).toMatchObject({ kind: "group" });
    expect(fieldFor({ $ref: "#/a" }, { a: { $ref: "#/a" } })).toMatchObject({ kind: "json" });
    expect(fieldFor({ $ref: "https://elsewhere" })).toMatchObject({ kind: "json" });
  });

  test("what is no schema makes no form and no error", () => {
    for (const junk of [undefined, null, 3, "x", [], { type: "object" }, { type: "object", properties: 3 }])
      expect(formOf(junk, {}).fields).toEqual([]);
  });
});

describe("what can be called", () => {
  const { tools } = createToolkit({ mounts: [] });
  const callables = callablesIn(openApi(tools, { title: "pd", hasToken: true }));

  test("R3.5: every operation is there, with the way to it (R6.2)", () => {
    expect(callables.map(({ name, method }) => `${method} ${name}`)).toEqual(
      OPERATIONS.map(({ name, about }) => `${about === "graph" ? "GET" : "POST"} ${name}`),
    );
    expect(callables.every(({ kind, isReadOnly }) => kind === "operation" && isReadOnly)).toBe(true);
  });

  test("no field of an operation falls back to JSON", () => {
    const kinds = callables.flatMap(({ name, form }) =>
      form.fields.map((field) => `${name}.${field.name} ${field.kind}`),
    );
    expect(kinds.filter((kind) => kind.endsWith(" json"))).toEqual([]);
    expect(kinds).toContain("node.nodes list");
    expect(kinds).toContain("validate.threshold number");
  });

  test("session and server routes are no operations", () => {
    expect(callables.some(({ path }) => path.includes("session") || path === "/health")).toBe(false);
  });

  test("a document that is none has nothing to call", () => {
    for (const junk of [undefined, {}, { paths: { "/x": { get: null } } }, { paths: { "/x": 3 } }])
      expect(callablesIn(junk)).toEqual([]);
  });
});
