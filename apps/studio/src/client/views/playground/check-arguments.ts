import { itemsOf } from "./arguments.js";
import { type FieldPath, type FormField, placeName } from "./form-field.js";

/** What keeps a form from being sent, at the field where it is. */
export interface FieldFault {
  /** As `placeName` writes it. */
  readonly place: string;
  readonly message: string;
}

/** Everything wrong with a value, by the rules of its field. The server has the last word; this saves the way there. */
export function faultsIn(field: FormField, value: unknown, path: FieldPath = []): readonly FieldFault[] {
  const fault = (message: string): readonly FieldFault[] => [{ place: placeName(path), message }];
  if (value === undefined) {
    if (field.kind === "group") return insideGroup(field, {}, path).filter(() => field.isRequired);
    return field.isRequired && field.fallback === undefined ? fault("This is needed.") : [];
  }
  switch (field.kind) {
    case "text":
      return typeof value === "string" ? lengthFault(field, value).flatMap(fault) : fault("Give a text.");
    case "number":
      return numberFault(field, value).flatMap(fault);
    case "choice":
      return field.choices.includes(value as never) ? [] : fault(`Choose one of ${field.choices.join(", ")}.`);
    case "flag":
      return typeof value === "boolean" ? [] : fault("Choose yes or no.");
    case "list":
      return listFaults(field, value, path);
    case "group":
      return typeof value === "object" && value !== null
        ? insideGroup(field, value, path)
        : fault("Fill in the fields.");
    case "json":
      return [];
  }
}

function insideGroup(
  { fields }: Extract<FormField, { kind: "group" }>,
  value: object,
  path: FieldPath,
): readonly FieldFault[] {
  const known = new Map(Object.entries(value));
  const strangers = [...known.keys()].filter((name) => !fields.some((field) => field.name === name));
  return [
    ...fields.flatMap((field) => faultsIn(field, known.get(field.name), [...path, field.name])),
    ...strangers.map((name) => ({ place: placeName([...path, name]), message: `There is no field "${name}".` })),
  ];
}

function lengthFault(
  { minLength = 0, maxLength }: Extract<FormField, { kind: "text" }>,
  value: string,
): readonly string[] {
  if (value.length < minLength) return [`Write at least ${counted(minLength, "character")}.`];
  if (maxLength !== undefined && value.length > maxLength)
    return [`Write at most ${counted(maxLength, "character")}; these are ${value.length.toLocaleString("en")}.`];
  return [];
}

function numberFault(
  { isWhole, minimum, maximum }: Extract<FormField, { kind: "number" }>,
  value: unknown,
): readonly string[] {
  const isNumber = typeof value === "number" && (!isWhole || Number.isSafeInteger(value));
  const isInside = isNumber && value >= (minimum ?? value) && value <= (maximum ?? value);
  return isInside ? [] : [`Give a ${isWhole ? "whole " : ""}number${limits(minimum, maximum)}.`];
}

/** " from 1 to 1,000", as far as there are limits. */
export function limits(minimum: number | undefined, maximum: number | undefined): string {
  const from = minimum === undefined ? "" : ` from ${minimum.toLocaleString("en")}`;
  return `${from}${maximum === undefined ? "" : ` to ${maximum.toLocaleString("en")}`}`;
}

function listFaults(
  field: Extract<FormField, { kind: "list" }>,
  value: unknown,
  path: FieldPath,
): readonly FieldFault[] {
  const items = itemsOf(value);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field;
  const place = placeName(path);
  if (items.length < minItems) return [{ place, message: `Give at least ${minItems}.` }];
  if (items.length > maxItems) return [{ place, message: `Give at most ${maxItems.toLocaleString("en")}.` }];
  return items.flatMap((item, index) => faultsIn(field.item, item, [...path, index]));
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
