import { escapeControls } from "@pd/core";
import type { SectionPath } from "../session/visibility.js";
import { PromptRenderError, PromptValidationError } from "./errors.js";

/** A template taken apart once: text, placeholder, text, placeholder, …, text. */
export interface CompiledTemplate {
  /** One more than there are placeholders. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/** `$$`, or `${` with whatever follows it up to a brace. A lone `$` is text. */
const SPECIAL = /\$(?:\$|\{([^{}\n]*)(\}?))/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Finds the placeholders of a template. One that is no name is refused here, with the section it stands in. */
export function compileTemplate(template: string, section: string): CompiledTemplate {
  if (!template.includes("$")) return { literals: [template], names: [] };
  const literals: string[] = [];
  const names: string[] = [];
  let literal = "";
  let from = 0;
  for (const match of template.matchAll(SPECIAL)) {
    literal += template.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[0] === "$$") {
      literal += "$";
      continue;
    }
    const [whole, name = "", closing] = match;
    // Objects lose a value of that name without a word: no schema could hand it on.
    if (closing !== "}" || !NAME.test(name) || name === "__proto__") throw malformed(whole, section);
    literals.push(literal);
    names.push(name);
    literal = "";
  }
  literals.push(literal + template.slice(from));
  return { literals, names };
}

function malformed(placeholder: string, section: string): PromptValidationError {
  const shown = escapeControls(placeholder.slice(0, 60));
  return new PromptValidationError(`Section '${section}': "${shown}" is not a placeholder`, {
    where: section,
    fix: "Write ${name} with letters, digits and _, or $${ where the text itself should have ${.",
  });
}

/** Puts the values in, once: what a value holds is text, placeholders included. */
export function fillTemplate(
  { literals, names }: CompiledTemplate,
  parameters: ReadonlyMap<string, unknown>,
  section: SectionPath,
): string {
  const parts: string[] = [literals[0]!];
  for (const [index, name] of names.entries()) {
    parts.push(textOf(parameters.get(name), name, section), literals[index + 1]!);
  }
  return parts.join("");
}

function textOf(value: unknown, name: string, section: SectionPath): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      throw unusable(value, name, section);
  }
}

function unusable(value: unknown, name: string, section: SectionPath): PromptRenderError {
  const missing = value === undefined || value === null;
  return new PromptRenderError(
    missing
      ? `Section '${section}': nothing was given for the placeholder "${name}"`
      : `Section '${section}': the placeholder "${name}" was given ${Array.isArray(value) ? "a list" : `a value of type ${typeof value}`}, which has no text of its own`,
    {
      section,
      placeholder: name,
      fix: missing ? `Give ${name} to bind().` : `Turn ${name} into text before, or with a transform in its schema.`,
    },
  );
}
