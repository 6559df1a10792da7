import type { JsonSchema } from "./tool.js";

/**
 * What a zod schema would make of a value, told from the same schema as JSON Schema: the value with its defaults, where it is plainly right.
 * Nothing where it is wrong, unusual, or asked for in words that are not known here: then the zod schema has to say, and words the error.
 */
export function plainValue(schema: JsonSchema, value: unknown): unknown {
  for (const word of Object.keys(schema)) if (!WORDS.has(word)) return undefined;
  const { type, anyOf, enum: choices } = schema as Words;
  if (anyOf !== undefined) return firstOf(anyOf, value);
  if (choices !== undefined && !choices.includes(value)) return undefined;
  switch (type) {
    case "string":
      return typeof value === "string" && isWithin(value.length, schema as Words, "Length") ? value : undefined;
    case "integer":
      return Number.isSafeInteger(value) && isBetween(value as number, schema as Words) ? value : undefined;
    case "number":
      return choices !== undefined && typeof value === "number" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "array":
      return Array.isArray(value) ? plainList(schema as Words, value) : undefined;
    case "object":
      return plainObject(schema as Words, value);
    default:
      return undefined;
  }
}

/** The words of JSON Schema that are understood. */
interface Words {
  readonly type?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

const WORDS: ReadonlySet<string> = new Set([
  ..."type anyOf enum minLength maxLength minItems maxItems minimum maximum items".split(" "),
  ..."properties required additionalProperties default description".split(" "),
]);

function firstOf(schemas: readonly JsonSchema[], value: unknown): unknown {
  for (const schema of schemas) {
    const plain = plainValue(schema, value);
    if (plain !== undefined) return plain;
  }
  return undefined;
}

function isWithin(size: number, words: Words, of: "Length" | "Items"): boolean {
  const { [`min${of}` as const]: least = 0, [`max${of}` as const]: most = Number.POSITIVE_INFINITY } = words;
  return size >= least && size <= most;
}

function isBetween(value: number, { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Words) {
  return value >= minimum && value <= maximum;
}

function plainList(words: Words, value: readonly unknown[]): readonly unknown[] | undefined {
  const { items } = words;
  if (items === undefined || !isWithin(value.length, words, "Items")) return undefined;
  const plain: unknown[] = [];
  for (const item of value) {
    const one = plainValue(items, item);
    if (one === undefined) return undefined;
    plain.push(one);
  }
  return plain;
}

/** A closed object, as JSON or a literal makes them: nothing inherited, nothing undefined, no field that the schema does not have. */
function plainObject({ properties = {}, required = [], additionalProperties }: Words, value: unknown): unknown {
  if (additionalProperties !== false || typeof value !== "object" || value === null) return undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const plain = new Map<string, unknown>();
  for (const [name, schema] of Object.entries(properties)) {
    const isGiven = given.delete(name);
    if (!isGiven && schema["default"] === undefined) {
      if (required.includes(name)) return undefined;
      continue;
    }
    const one = isGiven ? plainValue(schema, (value as Readonly<Record<string, unknown>>)[name]) : schema["default"];
    if (one === undefined) return undefined;
    plain.set(name, one);
  }
  return given.size === 0 ? Object.fromEntries(plain) : undefined;
}
