import { fromItems, itemsOf } from "./arguments.js";
import { limits } from "./check-arguments.js";
import { type FieldPath, type FormField, type ListField, placeName } from "./form-field.js";
import { type FieldInputProps, idOf, PlainInput } from "./plain-input.js";

/** A field with its name, what it is for, its limits, and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  const { field, path, value, complaints, onChange } = props;
  const place = placeName(path);
  if (field.kind === "group") {
    return (
      <fieldset class="argument-group">
        <legend class="argument-name">{field.name}</legend>
        {field.fields.map((inner) => (
          <FieldInput
            key={inner.name}
            field={inner}
            path={[...path, inner.name]}
            value={
              typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(inner.name) : undefined
            }
            complaints={complaints}
            onChange={onChange}
          />
        ))}
      </fieldset>
    );
  }
  const hint = hintFor(field);
  const complaint = complaints.get(place);
  return (
    <div class="argument" data-short={isShort(field) ? "" : undefined}>
      <label class="argument-name" for={idOf(path)}>
        {field.name}
        {field.isRequired ? <span class="argument-needed">needed</span> : null}
      </label>
      {field.kind === "list" ? <ListInput {...props} field={field} /> : <PlainInput {...props} field={field} />}
      {hint === "" ? null : (
        <p class="argument-hint" id={`${idOf(path)}-hint`}>
          {hint}
        </p>
      )}
      {complaint === undefined ? null : <Complaint path={path} text={complaint} />}
    </div>
  );
}

/** Two of them stand beside each other. */
function isShort(field: FormField): boolean {
  return (
    field.kind === "number" ||
    field.kind === "choice" ||
    field.kind === "flag" ||
    (field.kind === "text" && !field.isLong)
  );
}

function Complaint({ path, text }: { readonly path: FieldPath; readonly text: string }) {
  return (
    <p class="argument-complaint" id={`${idOf(path)}-complaint`}>
      <span aria-hidden="true">▲ </span>
      {text}
    </p>
  );
}

/** What a field is for, and what it takes. */
function hintFor(field: FormField): string {
  const parts = [field.description ?? "", limitsOf(field), fallbackOf(field)];
  return parts.filter((part) => part !== "").join(" · ");
}

function limitsOf(field: FormField): string {
  switch (field.kind) {
    case "number":
      return `${field.isWhole ? "whole number" : "number"}${limits(field.minimum, field.maximum)}`;
    case "list":
      return field.takesOne ? "one or several" : "a list";
    case "json":
      return "JSON";
    case "text":
    case "choice":
    case "flag":
    case "group":
      return "";
  }
}

function fallbackOf({ fallback }: FormField): string {
  return fallback === undefined ? "" : `default ${JSON.stringify(fallback)}`;
}

function ListInput({ field, path, value, complaints, onChange }: FieldInputProps & { readonly field: ListField }) {
  const items = itemsOf(value);
  // Somewhere to type, also where nothing is given yet.
  const rows = items.length === 0 ? [undefined] : items;
  const set = (next: readonly unknown[]) => onChange(path, fromItems(next, field.takesOne));
  return (
    <div class="argument-items">
      {rows.map((item, index) => (
        <div class="argument-item" key={index}>
          <PlainInput
            field={field.item}
            path={index === 0 ? path : [...path, index]}
            value={item}
            label={`${field.name}, ${index + 1}`}
            complaints={complaints}
            onChange={(_, typed) =>
              set(typed === undefined ? without(items, index) : rows.map((each, at) => (at === index ? typed : each)))
            }
          />
          {rows.length > 1 ? (
            <button
              type="button"
              class="button button-small"
              aria-label={`Remove ${field.name}, ${index + 1}`}
              onClick={() => set(without(items, index))}
            >
              ×
            </button>
          ) : null}
          {complaints.has(placeName([...path, index])) ? (
            <Complaint path={[...path, index]} text={complaints.get(placeName([...path, index])) ?? ""} />
          ) : null}
        </div>
      ))}
      {items.length > 0 && items.length < (field.maxItems ?? Number.POSITIVE_INFINITY) ? (
        <button type="button" class="button button-small" onClick={() => onChange(path, [...items, ""])}>
          Add another
        </button>
      ) : null}
    </div>
  );
}

function without(items: readonly unknown[], index: number): readonly unknown[] {
  return items.filter((_, at) => at !== index);
}
