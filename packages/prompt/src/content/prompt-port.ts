import { PdError, type PromptArgument, type PromptPort } from "@pd/core";
import * as z from "zod/mini";
import { PromptRenderError, PromptValidationError } from "../section/errors.js";
import type { SectionRegistry } from "../section/registry.js";
import type { PromptTemplate } from "../section/template.js";
import { SectionVisibility } from "../session/visibility.js";

/** A prompt as a person picks it from a list. */
export interface OfferedPrompt {
  readonly template: PromptTemplate<never>;
  /** The key of the template, unless told. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Templates for doors whose protocol has prompts: `createToolkit({ mounts: [{ prompts: promptPort([{ template }]) }] })`. What the sections
 * declare as parameters are the arguments. Every section is shown whole: who picked the prompt has no tool to open one with.
 */
export function promptPort(prompts: readonly OfferedPrompt[]): PromptPort {
  const offers = new Map(prompts.map((prompt) => [prompt.name ?? prompt.template.key, offerOf(prompt)]));
  if (offers.size < prompts.length) {
    throw new PromptValidationError("Two prompts of a port share a name", {
      where: "prompts",
      fix: "Give each a name of its own.",
    });
  }
  return {
    list: async () =>
      [...offers].map(([name, { description, fields }]) => ({ name, description, arguments: fields.map(argumentOf) })),
    async get({ name, arguments: given }) {
      const offer = offers.get(name);
      if (offer === undefined) return undefined;
      return { text: textOf(offer, given), description: offer.description };
    },
  };
}

interface Offer extends OfferedPrompt {
  readonly fields: readonly Field[];
}

interface Field extends PromptArgument {
  /** As JSON Schema has it; none where several are taken. */
  readonly type: unknown;
}

function offerOf(prompt: OfferedPrompt): Offer {
  return { ...prompt, fields: fieldsOf(prompt.template.registry) };
}

/** What all sections ask for. One that some section cannot do without is required. */
function fieldsOf({ sections }: SectionRegistry): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const params of new Set(sections.map(({ definition }) => definition.params))) {
    if (params === undefined) continue;
    const { properties = {}, required = [] } = z.toJSONSchema(params, { io: "input", unrepresentable: "any" });
    for (const [name, property] of Object.entries(properties)) {
      const { type, description } = typeof property === "boolean" ? {} : property;
      const known = fields.get(name);
      fields.set(name, {
        name,
        type: known?.type ?? type,
        description: known?.description ?? description,
        required: known?.required === true || required.includes(name),
      });
    }
  }
  return [...fields.values()];
}

function argumentOf({ name, description, required = false }: Field): PromptArgument {
  return { name, required, ...(description === undefined ? {} : { description }) };
}

function textOf({ template, fields }: Offer, given: ReadonlyMap<string, string>): string {
  const missing = fields.find(({ name, required }) => required === true && !given.has(name));
  if (missing !== undefined) throw unfit(missing.name, `"${missing.name}" is missing`);
  const values = fields.flatMap(({ name, type }) =>
    given.has(name) ? [[name, typedValue(given.get(name)!, type)]] : [],
  );
  const visibility = template.registry.sections.map(({ path }) => [path, SectionVisibility.FULL] as const);
  try {
    return template.bind(Object.fromEntries(values) as never).render({ visibility }).text;
  } catch (error) {
    if (error instanceof PromptRenderError && error.placeholder !== undefined) {
      throw unfit(error.placeholder, error.message, error);
    }
    throw error;
  }
}

/** A person types text. What is no number stays what it is, and the section says what it wants. */
function typedValue(text: string, type: unknown): unknown {
  switch (type) {
    case "number":
    case "integer":
      return text.trim() === "" || !Number.isFinite(Number(text)) ? text : Number(text);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

function unfit(where: string, message: string, cause?: unknown): PdError {
  return new PdError("input-invalid", message, {
    where,
    cause,
    fix: `Give ${where} as the prompt's arguments have it.`,
  });
}
