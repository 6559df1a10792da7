import { LEVEL_NAMES, type Level } from "@pd/core";
import { useState } from "preact/hooks";
import { fromTyped } from "./arguments.js";
import { type FieldPath, type FormField, placeName } from "./form-field.js";
import { SuggestedInput } from "./suggested-input.js";

/** What is said of fields while a form is filled in: by the form itself, and by the server about the last call. */
export type Complaints = ReadonlyMap<string, string>;

export interface FieldInputProps {
  readonly field: FormField;
  readonly path: FieldPath;
  readonly value: unknown;
  readonly complaints: Complaints;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

interface PlainInputProps extends FieldInputProps {
  /** Where the label of the field is not its own. */
  readonly label?: string;
}

/** One element to type into or choose from. */
export function PlainInput({ field, path, value, complaints, onChange, label }: PlainInputProps) {
  const id = idOf(path);
  const common = {
    id,
    "aria-label": label,
    "aria-invalid": complaints.has(placeName(path)) ? ("true" as const) : undefined,
    "aria-describedby": `${id}-hint ${id}-complaint`,
    "aria-required": field.isRequired,
  };
  const typed = (text: string) => onChange(path, fromTyped(field, text));
  switch (field.kind) {
    case "choice":
      return (
        <select {...common} value={textOf(value)} onChange={(event) => typed(event.currentTarget.value)}>
          <option value="">{field.fallback === undefined ? "not given" : `default: ${textOf(field.fallback)}`}</option>
          {field.choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {choiceWords(field.name, choice)}
            </option>
          ))}
        </select>
      );
    case "flag":
      return (
        <select {...common} value={textOf(value)} onChange={(event) => typed(event.currentTarget.value)}>
          <option value="">not given</option>
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      );
    case "json":
    case "group":
    case "list":
      return <JsonInput common={common} value={value} onChange={(next) => onChange(path, next)} />;
    case "number":
      return (
        <input
          {...common}
          inputMode={field.isWhole ? "numeric" : "decimal"}
          value={textOf(value)}
          placeholder={textOf(field.fallback)}
          onInput={(event) => typed(event.currentTarget.value)}
        />
      );
    case "text":
      return field.isLong ? (
        <textarea
          {...common}
          rows={2}
          data-search={field.name === "query" ? "" : undefined}
          value={textOf(value)}
          onInput={(event) => typed(event.currentTarget.value)}
        />
      ) : (
        <SuggestedInput common={common} name={field.name} value={textOf(value)} onTyped={typed} />
      );
  }
}

function choiceWords(name: string, choice: string | number): string {
  if (name !== "level" || typeof choice !== "number" || LEVEL_NAMES[choice as Level] === undefined)
    return String(choice);
  return `${choice} ${LEVEL_NAMES[choice as Level]}`;
}

interface JsonInputProps {
  readonly common: { readonly id: string };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Whatever is not JSON yet goes as the text it is, and the server says what it thinks of it. */
function JsonInput({ common, value, onChange }: JsonInputProps) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value));
  function onTyped(next: string) {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
    } catch {
      onChange(next);
    }
  }
  return (
    <textarea {...common} class="mono" rows={2} value={text} onInput={(event) => onTyped(event.currentTarget.value)} />
  );
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

export function idOf(path: FieldPath): string {
  return `argument-${path.join("-")}`;
}
