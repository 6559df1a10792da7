import { type JsonSchema, PdError } from "@pd/core";

/**
 * The input of a call from the query of its address. A schema says which fields are numbers or truth values; whatever
 * does not look like one is left as it is, and the schema refuses it by name.
 */
export function queryInput(url: string, schema: JsonSchema): unknown {
  const start = url.indexOf("?");
  if (start < 0) return {};
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (fields.has(name)) throw twice(name);
    fields.set(name, typed(value, typeOf(schema, name)));
  }
  return Object.fromEntries(fields);
}

function typeOf({ properties }: JsonSchema, name: string): unknown {
  if (typeof properties !== "object" || properties === null || !Object.hasOwn(properties, name)) return undefined;
  return (properties as Readonly<Record<string, { readonly type?: unknown }>>)[name]?.type;
}

function typed(value: string, type: unknown): unknown {
  switch (type) {
    case "integer":
    case "number":
      return /^-?[0-9]+(?:\.[0-9]+)?$/.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    default:
      return value;
  }
}

function twice(name: string): PdError {
  return new PdError("input-invalid", "A field is given twice", { where: name.slice(0, 64), fix: "Give it once." });
}
