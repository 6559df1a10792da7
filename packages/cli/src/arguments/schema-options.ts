import { escapeControls, type JsonSchema, PdError } from "@pd/core";
import type { Option, OptionKind } from "./options.js";
import type { Parsed } from "./parse-arguments.js";

/** Where the words of a command line go: into one text, into a list, or each into a field of its own. */
export type Positional =
  | { readonly field: string; readonly take: "text" | "list" }
  | { readonly fields: readonly string[]; readonly take: "each" };

/** How a schema is written on a command line. */
export interface Spelling {
  readonly schema: JsonSchema;
  readonly positional?: Positional | undefined;
  /** Shorter names of fields. */
  readonly aliases?: ReadonlyMap<string, readonly string[]>;
  /** Fields that the command line fills by itself. */
  readonly own?: ReadonlySet<string>;
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The options that fill the fields of an input: `tokenBudget` and `token_budget` are written `--token-budget`. */
export function optionsOf({ schema, aliases, own }: Spelling): readonly Option[] {
  return fieldsOf(schema)
    .filter(({ name }) => own?.has(name) !== true)
    .map(({ name, schema: field }) => {
      const { kind, many, choices } = shapeOf(field);
      const isOn = kind === "flag" && (name === "repeat" || field["default"] === true);
      const written = kebab(name);
      return {
        name: isOn ? `no-${written}` : written,
        kind: isOn ? "toggle" : kind,
        field: name,
        description: describe(field),
        ...(many ? { many } : {}),
        ...(choices === undefined ? {} : { choices }),
        ...(aliases?.get(name) === undefined ? {} : { aliases: aliases.get(name) ?? [] }),
      };
    });
}

/** The words of a command line as the value of this field: one text, or a list where the field takes several. */
export function positionalOf(schema: JsonSchema, field: string): Positional {
  const shape = fieldsOf(schema).find(({ name }) => name === field);
  return { field, take: shape !== undefined && shapeOf(shape.schema).many ? "list" : "text" };
}

/** `tokenBudget`, `section_keys` → `token-budget`, `section-keys` (R6.5). */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

/** The input that a command line stands for. Whether it is right is for the schema to say. */
export function inputOf(parsed: Parsed, options: readonly Option[], { schema, positional }: Spelling): object {
  const input = new Map<string, unknown>();
  for (const { name, field } of options) {
    const value = parsed.options.get(name);
    if (field === undefined || value === undefined) continue;
    input.set(field, typeof value === "object" && "json" in value ? value.json : value);
  }
  for (const [field, value] of fromWords(parsed.words, positional, schema)) {
    const before = input.get(field);
    if (before === undefined) input.set(field, value);
    else if (Array.isArray(value)) input.set(field, [...value, ...[before].flat()]);
    else throw twice(field);
  }
  return Object.fromEntries(input);
}

function fromWords(
  words: readonly string[],
  positional: Positional | undefined,
  schema: JsonSchema,
): readonly (readonly [string, unknown])[] {
  if (words.length === 0) return [];
  if (positional === undefined) throw tooMany(words);
  switch (positional.take) {
    case "text":
      return [[positional.field, words.join(" ")]];
    case "list":
      return [[positional.field, words]];
    case "each":
      return eachInto(words, positional.fields, schema);
  }
}

/** One word a field, in order; what is left over goes to the last field, if that takes text or a list. */
function eachInto(
  words: readonly string[],
  fields: readonly string[],
  schema: JsonSchema,
): readonly (readonly [string, unknown])[] {
  const byName = new Map(fieldsOf(schema).map((field) => [field.name, shapeOf(field.schema)]));
  if (words.length > fields.length && fields.length === 0) throw tooMany(words);
  return fields.slice(0, words.length).map((name, index) => {
    const isLast = index === fields.length - 1;
    const rest = words.slice(index, isLast ? undefined : index + 1);
    const shape = byName.get(name);
    if (shape?.many === true) return [name, rest];
    const text = rest.join(" ");
    const isNumber = (shape?.kind === "integer" || shape?.kind === "number") && text.trim() !== "";
    return [name, isNumber && Number.isFinite(Number(text)) ? Number(text) : text];
  });
}

/** The fields that can be given as words: first those that must be there, then texts that may. */
export function wordFields(
  schema: JsonSchema,
  own?: ReadonlySet<string>,
): readonly { name: string; isRequired: boolean }[] {
  const fields = fieldsOf(schema).filter(({ name }) => own?.has(name) !== true);
  const isWord = ({ schema: field }: Field) => ["text", "integer", "number"].includes(shapeOf(field).kind);
  const isText = ({ schema: field }: Field) => {
    const { kind, many, choices } = shapeOf(field);
    return kind === "text" && !many && choices === undefined;
  };
  return [
    ...fields.filter((field) => field.isRequired && isWord(field)),
    ...fields.filter((field) => !field.isRequired && isText(field)),
  ];
}

/** The fields of a positional as a usage line has them: `<name>`, `[query]`, `<folder> …`. */
export function wordsIn({
  schema,
  positional,
}: Spelling): readonly { readonly field: string; readonly isRequired: boolean; readonly written: string }[] {
  const named = positional === undefined ? [] : positional.take === "each" ? positional.fields : [positional.field];
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  return named.map((field) => {
    const found = fields.get(field);
    const isRequired = found?.isRequired === true;
    const many = found !== undefined && shapeOf(found.schema).many ? " …" : "";
    return { field, isRequired, written: `${isRequired ? `<${kebab(field)}>` : `[${kebab(field)}]`}${many}` };
  });
}

function fieldsOf(schema: JsonSchema): readonly Field[] {
  const properties = schema["properties"];
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly unknown[]) : [];
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: (typeof field === "object" && field !== null ? field : {}) as JsonSchema,
    isRequired: required.includes(name),
  }));
}

interface Shape {
  readonly kind: OptionKind;
  readonly many: boolean;
  readonly choices?: readonly string[];
}

function shapeOf(schema: JsonSchema): Shape {
  const { type, anyOf, items } = schema as { type?: unknown; anyOf?: unknown; items?: unknown };
  const values = schema["enum"];
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) {
    return { kind: "text", many: false, choices: values };
  }
  if (Array.isArray(values) && values.every((value) => typeof value === "number"))
    return { kind: "number", many: false };
  if (Array.isArray(anyOf)) return shapeOfAny(anyOf as readonly JsonSchema[]);
  if (type === "array") {
    const item = shapeOf((items ?? {}) as JsonSchema);
    return item.kind === "text" || item.kind === "integer" || item.kind === "number"
      ? { ...item, many: true }
      : { kind: "json", many: false };
  }
  switch (type) {
    case "string":
      return { kind: "text", many: false };
    case "integer":
    case "number":
      return { kind: type, many: false };
    case "boolean":
      return { kind: "flag", many: false };
    default:
      return { kind: "json", many: false };
  }
}

/** One thing or a list of them is a list; a thing or null is the thing. */
function shapeOfAny(branches: readonly JsonSchema[]): Shape {
  const shapes = branches.filter((branch) => branch["type"] !== "null").map(shapeOf);
  const [first] = shapes;
  const isOne = first !== undefined && shapes.every(({ kind }) => kind === first.kind);
  return isOne ? { ...first, many: shapes.some(({ many }) => many) } : { kind: "json", many: false };
}

/** What is on unless it is turned off says what `false` does: here that is what the option does. */
function describe(schema: JsonSchema): string {
  const given = typeof schema["description"] === "string" ? schema["description"] : "";
  const words = given.replace(/^false: \w/u, (start) => start.slice("false: ".length).toUpperCase());
  const fallback = schema["default"];
  const isTold = ["string", "number"].includes(typeof fallback);
  return [escapeControls(words), isTold ? `default ${String(fallback)}` : ""].filter((part) => part !== "").join("; ");
}

function tooMany(words: readonly string[]): PdError {
  const word = escapeControls((words[0] ?? "").slice(0, 60));
  return new PdError("input-invalid", `"${word}" is one word too many`, {
    where: "the command line",
    fix: "This command takes options only; --help lists them.",
  });
}

function twice(field: string): PdError {
  return new PdError("input-invalid", `${field} is given twice`, {
    where: `--${kebab(field)}`,
    fix: `Give it as a word or with --${kebab(field)}, not both.`,
  });
}
