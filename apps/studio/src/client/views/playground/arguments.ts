import type { FieldPath, FormField } from "./form-field.js";

/** What a form holds: exactly what will be sent. A number that is none yet stays as it was typed, for the check to point at. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The value at a place, if there is one. */
export function valueAt(given: unknown, path: FieldPath): unknown {
  let value: unknown = given;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The same with another value at a place; `undefined` takes it away, and an object that is empty then goes with it. */
export function withValue(given: Arguments, path: FieldPath, value: unknown): Arguments {
  return (changed(given, path, value) ?? {}) as Arguments;
}

function changed(given: unknown, path: FieldPath, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === "number") {
    const items = Array.isArray(given) ? [...given] : [];
    const inner = changed(items[first], rest, value);
    if (inner === undefined) items.splice(first, 1);
    else items[first] = inner;
    return items;
  }
  const fields = new Map(Object.entries(isPlainObject(given) ? given : {}));
  const inner = changed(fields.get(first), rest, value);
  if (inner === undefined) fields.delete(first);
  else fields.set(first, inner);
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}

/** What was typed, as the value that is sent. Nothing typed is nothing sent. */
export function fromTyped(field: FormField, typed: string): unknown {
  if (typed === "") return undefined;
  switch (field.kind) {
    case "number":
      return /^\s*-?\d+(?:\.\d+)?\s*$/u.test(typed) ? Number(typed) : typed;
    case "choice":
      return field.choices.find((choice) => String(choice) === typed) ?? typed;
    case "flag":
      return typed === "true";
    case "text":
    case "json":
    case "list":
    case "group":
      return typed;
  }
}

/** The items of a list field: one thing alone is a list of one. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** A list as it is sent: one thing alone where that will do, nothing where there is nothing. */
export function fromItems(items: readonly unknown[], takesOne: boolean): unknown {
  if (items.length === 0) return undefined;
  return takesOne && items.length === 1 ? items[0] : items;
}

/** Arguments from an address. Whatever is no object is no arguments. */
export function argumentsFrom(text: string | undefined): Arguments {
  if (text === undefined || text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isPlainObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
