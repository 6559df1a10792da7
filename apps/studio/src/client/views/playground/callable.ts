import type { GroupField } from "./form-field.js";
import { followed, formOf, type Schema } from "./schema-form.js";

/** Something that can be called, as the API's description has it. */
export interface Callable {
  readonly name: string;
  readonly kind: "operation" | "tool";
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly form: GroupField;
  /** The field that is written as plain words on a command line; everything else is an option. */
  readonly words?: string;
}

/** All operations and tools in an OpenAPI document, in its order. */
export function callablesIn(document: unknown): readonly Callable[] {
  return entriesOf(fieldIn(document, "paths")).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, about]) => {
      const called = callableOf({ path, method, about, document });
      return called === undefined ? [] : [called];
    }),
  );
}

interface Described {
  readonly path: string;
  readonly method: string;
  readonly about: unknown;
  readonly document: unknown;
}

function callableOf({ path, method, about, document }: Described): Callable | undefined {
  const name = fieldIn(about, "operationId");
  const tags = fieldIn(about, "tags");
  const isOperation = Array.isArray(tags) && tags.includes("skillgraph");
  const isTool = Array.isArray(tags) && tags.includes("tools");
  if (typeof name !== "string" || (!isOperation && !isTool)) return undefined;
  const description = fieldIn(about, "description");
  const words = fieldIn(about, "x-command-line-words");
  return {
    name,
    kind: isOperation ? "operation" : "tool",
    description: typeof description === "string" ? description : "",
    isReadOnly: fieldIn(about, "x-read-only") !== false,
    method: method === "get" ? "GET" : "POST",
    path,
    form: formOf(method === "get" ? querySchema(about, document) : bodySchema(about), document),
    ...(typeof words === "string" ? { words } : {}),
  };
}

function bodySchema(about: unknown): unknown {
  const content = fieldIn(fieldIn(about, "requestBody"), "content");
  return fieldIn(fieldIn(content, "application/json"), "schema");
}

/** An operation that is asked for by its address has its fields one by one. */
function querySchema(about: unknown, document: unknown): Schema {
  const given = fieldIn(about, "parameters");
  const parameters = (Array.isArray(given) ? given : [])
    .map((parameter) => followed(parameter, document))
    .filter((parameter) => parameter["in"] === "query" && typeof parameter["name"] === "string");
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [parameter["name"], parameter["schema"]])),
    required: parameters.filter(({ required }) => required === true).map((parameter) => parameter["name"]),
  };
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Schema)[name]
    : undefined;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
