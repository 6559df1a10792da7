import * as z from "zod/mini";
import type { SectionPath } from "../session/visibility.js";
import { PromptRenderError, PromptValidationError } from "./errors.js";
import type { ParamsSchema } from "./section.js";

interface ObjectDefinition {
  readonly type: "object";
  readonly shape: Readonly<Record<string, unknown>>;
  readonly catchall?: z.core.$ZodType | undefined;
}

/** The names a schema declares; none where only running it can tell. */
function declaredNames(schema: ParamsSchema): ReadonlySet<string> | undefined {
  const definition = objectDefinition(schema);
  if (definition === undefined || takesOthers(definition)) return undefined;
  return new Set(Object.keys(definition.shape));
}

function objectDefinition(schema: z.core.$ZodType): ObjectDefinition | undefined {
  const { def } = schema._zod;
  return def.type === "object" ? (def as unknown as ObjectDefinition) : undefined;
}

/** What a schema takes: of one that transforms, what it begins with. */
function takenDefinition(schema: z.core.$ZodType): ObjectDefinition | undefined {
  const { def } = schema._zod;
  return def.type === "pipe" ? takenDefinition((def as z.core.$ZodPipeDef).in) : objectDefinition(schema);
}

/** A loose object or one with a catch-all; a strict one catches with `never`. */
function takesOthers({ catchall }: ObjectDefinition): boolean {
  return catchall !== undefined && catchall._zod.def.type !== "never";
}

/** Every placeholder must be a parameter of its section (R4.2). */
export function checkPlaceholders(names: readonly string[], schema: ParamsSchema | undefined, section: string): void {
  if (names.length === 0) return;
  const known = schema === undefined ? new Set<string>() : declaredNames(schema);
  const unknown = known === undefined ? undefined : names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const list = [...(known ?? [])].join(", ");
  throw new PromptValidationError(`Section '${section}' has no parameter for the placeholder "${unknown}"`, {
    where: section,
    fix: `${list === "" ? "It declares none" : `It declares: ${list}`}. Add ${unknown} to params, or write $\${${unknown}} for the text itself.`,
  });
}

/** What was given to `bind`, parsed once for each schema, when a section first needs it. */
export interface Parameters {
  /** The values a section's selectors are called with. */
  value(schema: ParamsSchema | undefined, section: SectionPath): object;
  /** The same by name. */
  named(schema: ParamsSchema | undefined, section: SectionPath): ReadonlyMap<string, unknown>;
}

interface Parsed {
  readonly value: object;
  readonly named: ReadonlyMap<string, unknown>;
}

const NOTHING: Parsed = { value: Object.freeze({}), named: new Map() };

export function createParameters(given: object): Parameters {
  const parsed = new Map<ParamsSchema, Parsed>();
  const parsedFor = (schema: ParamsSchema | undefined, section: SectionPath): Parsed => {
    if (schema === undefined) return NOTHING;
    const known = parsed.get(schema);
    if (known !== undefined) return known;
    const made = parse(schema, given, section);
    parsed.set(schema, made);
    return made;
  };
  return {
    value: (schema, section) => parsedFor(schema, section).value,
    named: (schema, section) => parsedFor(schema, section).named,
  };
}

function parse(schema: ParamsSchema, given: object, section: SectionPath): Parsed {
  const taken = own(schema, given);
  const result = safeParse(schema, taken, section);
  if (!result.success) throw unparsed(result.error.issues[0], taken, section);
  return { value: result.data, named: new Map(Object.entries(result.data)) };
}

function safeParse(schema: ParamsSchema, given: object, section: SectionPath) {
  try {
    return z.safeParse(schema, given);
  } catch (cause) {
    // A transform of the schema threw, or it wants to be awaited.
    throw new PromptRenderError(`Section '${section}': its params cannot be read`, {
      section,
      cause,
      fix: "Use a schema that neither throws nor waits.",
    });
  }
}

/** A section sees the parameters it declares: a strict schema would refuse those of its neighbours. */
function own(schema: ParamsSchema, given: object): object {
  const definition = takenDefinition(schema);
  if (definition === undefined || takesOthers(definition)) return given;
  const known = new Map(Object.entries(given));
  return Object.fromEntries(
    Object.keys(definition.shape).flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])),
  );
}

function unparsed(issue: z.core.$ZodIssue | undefined, given: object, section: SectionPath): PromptRenderError {
  const why = issue?.code === "invalid_type" ? `expected ${issue.expected}` : (issue?.message ?? "it is not valid");
  if (issue?.path[0] === undefined) {
    const fix = "Give bind() what the section's params have.";
    return new PromptRenderError(`Section '${section}': what was given does not fit its params: ${why}`, {
      section,
      fix,
    });
  }
  const placeholder = String(issue.path[0]);
  const missing = new Map(Object.entries(given)).get(placeholder) === undefined;
  return new PromptRenderError(
    missing
      ? `Section '${section}': nothing was given for the placeholder "${placeholder}"`
      : `Section '${section}': what was given for the placeholder "${placeholder}" does not fit: ${why}`,
    { section, placeholder, fix: `Give ${placeholder} to bind() as the section's params have it.` },
  );
}
