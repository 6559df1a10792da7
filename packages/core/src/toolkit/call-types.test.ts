import { readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type { Answer, JsonAnswer, TextAnswer } from "../model/answer.js";
import type { operations } from "../operations/index.js";
import type { OperationInputs } from "../operations/inputs.js";
import type { StatsData } from "../operations/stats.js";
import type { ValidateData } from "../operations/validate.js";
import type { InputOf, OperationName, Toolkit } from "./toolkit.js";

type Call = Toolkit["call"];
// Only their types are looked at: nothing is called.
const call = undefined as unknown as Call;
const typesOnly = (_of: () => unknown) => undefined;

/** A schema's input without `readonly`, as zod infers it. */
type Writable<Value> = Value extends readonly (infer Item)[]
  ? Writable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Writable<Value[Key]> }
    : Value;

test("each operation's input type has exactly the fields of its schema", () => {
  expectTypeOf<keyof OperationInputs>().toEqualTypeOf<keyof typeof operations>();
  expectTypeOf<Writable<OperationInputs>>().toEqualTypeOf<{
    [Name in OperationName]: z.input<(typeof operations)[Name]["input"]>;
  }>();
});

test("every field that an editor shows has a text to show", () => {
  const source = readFileSync(new URL("../operations/inputs.ts", import.meta.url), "utf8");
  const byOperation = source.slice(source.indexOf("export interface OperationInputs"));
  const lines = source.slice(0, -byOperation.length).split("\n");
  const fields = [...lines.entries()].filter(([, line]) => line.startsWith("  readonly "));
  expect(fields.length).toBeGreaterThan(25);
  for (const [at, line] of fields) expect(lines[at - 1], line).toMatch(/^ {2}\/\*\* .+\. ?.*\*\/$/u);
});

test("the answer's type follows the operation and the format", () => {
  typesOnly(() => {
    expectTypeOf(call("search", { query: "Größe" })).resolves.toEqualTypeOf<JsonAnswer<undefined>>();
    expectTypeOf(call("search", { query: "河流", format: "json" })).resolves.toEqualTypeOf<JsonAnswer<undefined>>();
    expectTypeOf(call("context", { nodes: ["a"], format: "text" })).resolves.toEqualTypeOf<TextAnswer<undefined>>();
    expectTypeOf(call("stats")).resolves.toEqualTypeOf<JsonAnswer<StatsData>>();
    expectTypeOf(call("stats", {})).resolves.toEqualTypeOf<JsonAnswer<StatsData>>();
    expectTypeOf(call("validate", { format: "text" })).resolves.toEqualTypeOf<TextAnswer<ValidateData>>();
    // Of an input whose format is not known, either may come.
    const asked = {} as InputOf<"scan">;
    expectTypeOf(call("scan", asked)).resolves.toEqualTypeOf<Answer<undefined>>();
  });
});

test("a name that only a mount knows is called with anything, and answers with something to be checked", () => {
  typesOnly(() => {
    expectTypeOf(call("read_skill_file", { anything: 1 })).resolves.toBeUnknown();
    expectTypeOf(call("search" as string, {})).resolves.toBeUnknown();
  });
});

test("a wrong input does not compile", () => {
  typesOnly(() => {
    // @ts-expect-error a search has words to search for
    void call("search", {});
    // @ts-expect-error nor without an input
    void call("search");
    // @ts-expect-error a field that does not exist
    void call("search", { query: "x", tokenBuget: 500 });
    const misspelt = { query: "x", lmit: 3 };
    // @ts-expect-error nor in an object that was made before
    void call("search", misspelt);
    // @ts-expect-error a number is no query
    void call("context", { query: 3 });
    // @ts-expect-error there are five levels
    void call("node", { nodes: "x", level: 5 });
    // @ts-expect-error there are two formats
    void call("scan", { format: "xml" });
    void call("context", { query: "x", also: ["y"] as readonly string[] });
  });
});
