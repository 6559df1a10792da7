import { isPdError } from "@pd/core";
import { useState } from "preact/hooks";
import { type Arguments, withValue } from "./arguments.js";
import type { Callable } from "./callable.js";
import { type FieldFault, faultsIn } from "./check-arguments.js";
import { FieldInput } from "./field-input.js";
import type { FieldPath, FormField } from "./form-field.js";
import { type Complaints, idOf } from "./plain-input.js";

/** What every operation takes (R3.5): it comes last, and folded. */
const SHARED: ReadonlySet<string> = new Set(["session", "graphId", "format", "repeat"]);

interface ArgumentFormProps {
  readonly callable: Callable;
  readonly given: Arguments;
  readonly error: unknown;
  readonly isRunning: boolean;
  readonly onChange: (given: Arguments) => void;
  readonly onRun: () => void;
}

/** The arguments of a call, as its schema has them. Ctrl and Enter calls from any field. */
export function ArgumentForm({ callable, given, error, isRunning, onChange, onRun }: ArgumentFormProps) {
  const [wasAsked, setWasAsked] = useState(false);
  const { form } = callable;
  const faults = faultsIn(form, given);
  const complaints = complaintsOf(faults, { wasAsked, given, error });
  const own = form.fields.filter(({ name }) => !SHARED.has(name));
  const shared = form.fields.filter(({ name }) => SHARED.has(name));
  function run() {
    setWasAsked(true);
    const [first] = faults;
    if (first === undefined) onRun();
    else document.getElementById(idOf(first.place.split(".")))?.focus();
  }
  const input = (field: FormField) => (
    <FieldInput
      key={`${callable.name} ${field.name}`}
      field={field}
      path={[field.name]}
      value={new Map(Object.entries(given)).get(field.name)}
      complaints={complaints}
      onChange={(path: FieldPath, value: unknown) => onChange(withValue(given, path, value))}
    />
  );
  return (
    <form
      class="argument-form"
      aria-label={`Arguments of ${callable.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
      }}
    >
      {own.length === 0 ? <p class="soft small">It takes no arguments of its own.</p> : own.map(input)}
      {shared.length === 0 ? null : (
        <details class="argument-more" open={shared.some(({ name }) => Object.hasOwn(given, name))}>
          <summary class="argument-more-head">Session, graph and format</summary>
          <div class="argument-form">{shared.map(input)}</div>
        </details>
      )}
      <Strangers faults={faults} form={form.fields} onDrop={(name) => onChange(withValue(given, [name], undefined))} />
      <div class="row">
        <button type="submit" class="button button-primary" disabled={isRunning}>
          {isRunning ? "Calling …" : `Call ${callable.name}`}
        </button>
        <button type="button" class="button" onClick={() => onChange({})} disabled={Object.keys(given).length === 0}>
          Clear
        </button>
        <kbd class="soft small argument-key">Ctrl + Enter</kbd>
      </div>
    </form>
  );
}

interface Judging {
  readonly wasAsked: boolean;
  readonly given: Arguments;
  readonly error: unknown;
}

/** A field that was not filled in yet is no fault before one asks. What the server said of a field stands at it, with its fix. */
function complaintsOf(faults: readonly FieldFault[], { wasAsked, given, error }: Judging): Complaints {
  const complaints = new Map<string, string>();
  if (isPdError(error) && error.code !== "tool-failed" && error.where !== undefined)
    complaints.set(error.where, [error.message, error.fix].filter((part) => part !== undefined).join(". "));
  for (const { place, message } of faults) {
    const isGiven = Object.hasOwn(given, place.split(".")[0] ?? "");
    if (wasAsked || isGiven) complaints.set(place, message);
  }
  return complaints;
}

interface StrangersProps {
  readonly faults: readonly FieldFault[];
  readonly form: readonly FormField[];
  readonly onDrop: (name: string) => void;
}

/** Arguments of an address that the form has no field for. */
function Strangers({ faults, form, onDrop }: StrangersProps) {
  const names = faults
    .map(({ place }) => place)
    .filter((place) => !form.some(({ name }) => name === place.split(".")[0]));
  return (
    <>
      {names.map((name) => (
        <p class="argument-complaint" key={name}>
          {`There is no field "${name}". `}
          <button type="button" class="button button-small" onClick={() => onDrop(name)}>
            Take it away
          </button>
        </p>
      ))}
    </>
  );
}
