import type { JsonSchema, ToolDescription } from "./tool.js";

type ObjectSchema = JsonSchema & { readonly type: "object" };

/**
 * The input of an operation or a tool as it is announced to a model, which pays for it on every turn. `hidden` names fields that are still taken;
 * the format of an answer is the door's business and is always among them. A `format` with other choices is a tool's own.
 */
export function schemaForModel(
  { inputSchema, kind }: Pick<ToolDescription, "inputSchema" | "kind">,
  hidden: readonly string[],
): ObjectSchema {
  const shown = withoutFields(inputSchema, (name, field) => hidden.includes(name) || isFormat(name, field));
  return objectSchema(kind === "operation" ? leanSchema(shown) : withoutLengths(shown));
}

export function isFormat(name: string, schema: JsonSchema): boolean {
  return name === "format" && JSON.stringify(schema["enum"]) === '["json","text"]';
}

/** What a model needs to fill in a field. */
const KEPT = new Set(["type", "enum", "default", "description", "required"]);

/**
 * Types, choices, defaults and descriptions. Limits are left out, since core checks them anyway and says what is wrong, and so are fields that there
 * are not. Where one thing or a list of them is taken, the list is announced.
 */
function leanSchema(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, description } = schema as Nested;
  const list = anyOf?.find(({ type }) => type === "array");
  if (list !== undefined) return leanSchema(description === undefined ? list : { ...list, description });
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([word]) => KEPT.has(word))),
    ...(items === undefined ? {} : { items: leanSchema(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, leanSchema(field)])),
        }),
  };
}

function withoutFields(schema: JsonSchema, isHidden: (name: string, field: JsonSchema) => boolean): JsonSchema {
  const { properties } = schema as Nested;
  if (properties === undefined) return schema;
  const shown = Object.entries(properties).filter(([name, field]) => !isHidden(name, field));
  return { ...schema, properties: Object.fromEntries(shown) };
}

const LENGTHS = new Set(["minLength", "maxLength"]);

/** A tool's own schema, all of it but how long its texts may be, and the bound that every whole number has. */
function withoutLengths(schema: JsonSchema): JsonSchema {
  const lean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lean);
    if (typeof value !== "object" || value === null) return value;
    const isNumeric = "type" in value && value.type === "integer";
    const kept = Object.entries(value).filter(
      ([word, limit]) => !(LENGTHS.has(word) && typeof limit === "number") && !(isNumeric && isEverySafe(limit)),
    );
    return Object.fromEntries(kept.map(([word, inner]) => [word, lean(inner)]));
  };
  return lean(schema) as JsonSchema;
}

function isEverySafe(limit: unknown): boolean {
  return limit === Number.MAX_SAFE_INTEGER || limit === Number.MIN_SAFE_INTEGER;
}

/** Tools take objects. The dialect is the default everywhere, and core refuses unknown fields in words: naming either costs a model tokens. */
function objectSchema({ $schema: _, additionalProperties, ...schema }: JsonSchema): ObjectSchema {
  const isOpen = additionalProperties !== false && additionalProperties !== undefined;
  return { ...schema, ...(isOpen ? { additionalProperties } : {}), type: "object" };
}

interface Nested {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
}
