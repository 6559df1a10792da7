import type { Arguments } from "./arguments.js";
import type { Callable } from "./callable.js";
import type { FormField } from "./form-field.js";
import { shellWord } from "./shell-word.js";

/** On the command line a session is a file that is named, and not an id. */
const SESSION_FILE = "session.json";

/** The same call in a terminal, wherever one is: a folder that is known is named, and then needs no other name for its graph. */
export function cliCommand(callable: Callable, given: Arguments, folder?: string): string {
  const { name, kind, form, words } = callable;
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const options: string[] = [];
  const positional: string[] = [];
  for (const [field, value] of Object.entries(given)) {
    if (field === words) positional.push(...[value].flat().map(String));
    else if (field === "graphId" && folder !== undefined) continue;
    else if (field === "session") options.push("--session", SESSION_FILE);
    else options.push(...option(field, value, fields.get(field)));
  }
  if (folder !== undefined) options.push("--vault", folder);
  const command = kind === "operation" ? [name] : ["tool", kebab(name)];
  // Words that look like options come after a pair of dashes.
  const guarded = positional.some((word) => word.startsWith("-")) ? [...options, "--", ...positional] : undefined;
  return ["pd", ...command, ...(guarded ?? [...positional, ...options])].map(shellWord).join(" ");
}

function option(name: string, value: unknown, field: FormField | undefined): readonly string[] {
  const written = `--${kebab(name)}`;
  if (typeof value === "boolean") return flag(name, value, field);
  if (Array.isArray(value) && field?.kind === "list" && field.item.kind !== "group")
    return value.flatMap((item) => attached(written, String(item)));
  return attached(written, typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** What is on unless it is turned off is written `--no-…`, and only that. */
function flag(name: string, value: boolean, field: FormField | undefined): readonly string[] {
  const isOn = name === "repeat" || field?.fallback === true;
  if (isOn) return value ? [] : [`--no-${kebab(name)}`];
  return value ? [`--${kebab(name)}`] : [];
}

/** A value that begins with a dash would be taken for an option. */
function attached(option: string, value: string): readonly string[] {
  return value.startsWith("-") ? [`${option}=${value}`] : [option, value];
}

/** `tokenBudget`, `section_keys` → `token-budget`, `section-keys`. */
function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}
