import * as z from "zod/mini";
import { PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";
import { nearest } from "../text/nearest.js";

/** Parses what came in through a door. An error names the field, what was wrong with it and what would work. */
export async function parseInput<Output>(
  schema: z.core.$ZodType<Output>,
  input: unknown,
  tool: string,
): Promise<Output> {
  const result = await z.safeParseAsync(schema, input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => describe(issue, input, schema));
  const [first] = issues;
  throw new PdError(
    "input-invalid",
    `${tool}: ${issues
      .slice(0, 3)
      .map(({ what }) => what)
      .join("; ")}`,
    {
      ...(first?.where === undefined ? {} : { where: first.where }),
      ...(first?.fix === undefined ? {} : { fix: first.fix }),
    },
  );
}

/** A tool that breaks its own promise is at fault, not its caller. What it gave back stays with the host. */
export async function checkOutput(schema: z.core.$ZodType, output: unknown, tool: string): Promise<unknown> {
  const result = await z.safeParseAsync(schema, output);
  if (result.success) return output;
  throw new PdError("tool-failed", `"${tool}" gave back something other than its output schema says`, {
    cause: result.error,
    fix: "Correct the tool, or its output schema.",
  });
}

interface Described {
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

function describe(issue: z.core.$ZodIssue, input: unknown, schema: z.core.$ZodType): Described {
  const where = issue.path.length === 0 ? "input" : issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") return unknownField(issue.keys, fieldsOf(schema));
  const deeper = issue.code === "invalid_union" ? furthest(issue) : undefined;
  if (deeper !== undefined) return describe(deeper, input, schema);
  const wanted = expectation(issue);
  const got = show(valueAt(input, issue.path));
  return { where, what: `${where} should be ${wanted}, and is ${got}`, fix: `Give ${where} as ${wanted}.` };
}

/** Of a field that takes one thing or a list of them, the item at fault says more than that neither fits. */
function furthest(union: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  const inner = union.errors.flat().find(({ path }) => path.length > 0);
  return inner === undefined ? undefined : { ...inner, path: [...union.path, ...inner.path] };
}

function unknownField(keys: readonly string[], known: readonly string[]): Described {
  const [key = ""] = keys;
  const meant = nearest(key, known);
  const name = show(key);
  return {
    where: key.slice(0, 64),
    what: `there is no field ${name}`,
    fix: meant === undefined ? `Known fields: ${known.join(", ")}.` : `Did you mean "${meant}"?`,
  };
}

function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  const { def } = schema._zod;
  return "shape" in def && typeof def.shape === "object" && def.shape !== null ? Object.keys(def.shape) : [];
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return article(issue.expected === "int" ? "whole number" : issue.expected);
    case "too_small":
      return `${sizeNoun(issue.origin)} of at least ${issue.minimum}`;
    case "too_big":
      return `${sizeNoun(issue.origin)} of at most ${issue.maximum}`;
    case "invalid_value":
      return issue.values.map((value) => JSON.stringify(value)).join(" or ");
    case "invalid_format":
      return `in the form ${issue.format}`;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_union":
      return [...new Set(issue.errors.flatMap((branch) => branch.slice(0, 1).map(expectation)))].join(" or ");
    case "unrecognized_keys":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return "valid";
  }
}

function sizeNoun(origin: string): string {
  switch (origin) {
    case "string":
      return "text with a length";
    case "array":
    case "set":
      return "a list with a length";
    default:
      return "a number";
  }
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** What came in, short enough for a message. */
function show(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return `"${escapeControls(value.slice(0, 40))}${value.length > 40 ? "…" : ""}"`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return String(value);
}
