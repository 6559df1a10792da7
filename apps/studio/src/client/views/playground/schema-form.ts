import type { FormField, GroupField } from "./form-field.js";

/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12; nothing in it is trusted to have the form it should. */
export type Schema = Readonly<Record<string, unknown>>;

/** Deeper than any form a person would fill in; a schema that refers to itself ends here as JSON. */
const DEPTH = 5;
/** From this length on a text is a question, and gets room for one. */
const LONG_TEXT = 1000;

interface Place {
  readonly name: string;
  readonly isRequired: boolean;
  readonly depth: number;
  /** The whole document: references lead into it. */
  readonly root: unknown;
}

/** The form for a schema of arguments. Something other than an object has no form but JSON. */
export function formOf(schema: unknown, root: unknown): GroupField {
  const field = fieldOf(schema, { name: "", isRequired: true, depth: 0, root });
  return field.kind === "group" ? field : { kind: "group", name: "", isRequired: true, fields: [] };
}

function fieldOf(given: unknown, place: Place): FormField {
  const schema = followed(given, place.root);
  const about = {
    name: place.name,
    isRequired: place.isRequired,
    ...(typeof schema["description"] === "string" ? { description: schema["description"] } : {}),
    ...(Object.hasOwn(schema, "default") ? { fallback: schema["default"] } : {}),
  };
  const choices = choicesIn(schema);
  if (choices !== undefined) return { ...about, kind: "choice", choices };
  const branches = branchesOf(schema);
  if (branches !== undefined) return ofBranches(branches, place, about);
  switch (typeOf(schema)) {
    case "string": {
      const maxLength = numberIn(schema, "maxLength");
      const isLong = maxLength !== undefined && maxLength >= LONG_TEXT;
      return { ...about, kind: "text", minLength: numberIn(schema, "minLength"), maxLength, isLong };
    }
    case "integer":
    case "number":
      return { ...about, kind: "number", isWhole: typeOf(schema) === "integer", ...limitsOf(schema) };
    case "boolean":
      return { ...about, kind: "flag" };
    case "array":
      return ofArray(schema, place, about);
    case "object":
      return ofObject(schema, place, about);
    default:
      return { ...about, kind: "json" };
  }
}

type About = Pick<FormField, "name" | "isRequired" | "description" | "fallback">;

function ofArray(schema: Schema, place: Place, about: About): FormField {
  if (place.depth >= DEPTH) return { ...about, kind: "json" };
  const item = fieldOf(schema["items"], { ...place, name: place.name, isRequired: true, depth: place.depth + 1 });
  const [minItems, maxItems] = [numberIn(schema, "minItems"), numberIn(schema, "maxItems")];
  return { ...about, kind: "list", item, minItems, maxItems, takesOne: false };
}

function ofObject(schema: Schema, place: Place, about: About): FormField {
  const { properties } = schema;
  // A map with names of its own has no fixed fields.
  if (place.depth >= DEPTH || !isObject(properties)) return { ...about, kind: "json" };
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const fields = Object.entries(properties).map(([name, inner]) =>
    fieldOf(inner, { ...place, name, isRequired: required.has(name), depth: place.depth + 1 }),
  );
  return { ...about, kind: "group", fields };
}

/** One thing or a list of them is a list; a thing or nothing is the thing; anything else is JSON. */
function ofBranches(branches: readonly unknown[], place: Place, about: About): FormField {
  const fields = branches
    .filter((branch) => followed(branch, place.root)["type"] !== "null")
    .map((branch) => fieldOf(branch, place));
  const [first, second] = fields;
  if (first !== undefined && fields.length === 1) return { ...first, ...about };
  const list = fields.find((field) => field.kind === "list");
  const single = fields.find((field) => field.kind !== "list");
  if (fields.length === 2 && second !== undefined && list?.kind === "list" && single?.kind === list.item.kind)
    return { ...list, ...about, takesOne: true };
  return { ...about, kind: "json" };
}

function choicesIn(schema: Schema): readonly (string | number)[] | undefined {
  const values = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
  const isPlain = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
  return Array.isArray(values) && values.length > 0 && values.every(isPlain) ? values : undefined;
}

function branchesOf(schema: Schema): readonly unknown[] | undefined {
  const branches = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(branches) ? branches : undefined;
}

/** `["string", "null"]` is a text that may be left out. */
function typeOf({ type }: Schema): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((each) => each !== "null");
  return types.length === 1 ? types[0] : undefined;
}

/** Limits that only say what a number can be at all are not worth a word. */
function limitsOf(schema: Schema) {
  const minimum = numberIn(schema, "minimum");
  const maximum = numberIn(schema, "maximum");
  return {
    minimum: minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum,
    maximum: maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum,
  };
}

function numberIn(schema: Schema, name: string): number | undefined {
  const value = schema[name];
  return typeof value === "number" ? value : undefined;
}

/** Follows references within the document. Each step uses one up, so that a circle ends. */
export function followed(schema: unknown, root: unknown): Schema {
  let at: unknown = schema;
  for (let step = 0; step < 10; step += 1) {
    if (!isObject(at)) return {};
    const reference = at["$ref"];
    if (typeof reference !== "string") return at;
    at = reference.startsWith("#/") ? lookedUp(reference.slice(2).split("/"), root) : undefined;
  }
  return {};
}

function lookedUp(parts: readonly string[], root: unknown): unknown {
  return parts.reduce<unknown>((at, part) => {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
