import * as z from "zod/mini";
import { MORE_TEXT_NAMES, type MoreTexts, RELATIONS } from "./node.js";
import { WHY_FIELDS } from "./view.js";

// Apart from the views: who shows nodes need not build the schemas that others check them with.

const whySchema = z.strictObject({ field: z.enum(WHY_FIELDS), via: z.optional(z.string()) });
const linesSchema = z.tuple([z.int(), z.int()]);

const linkSchema = z.strictObject({
  target: z.string(),
  name: z.string(),
  relation: z.enum(RELATIONS),
  description: z.optional(z.string()),
  context: z.optional(z.string()),
});

const sectionSchema = z.strictObject({
  id: z.optional(z.string()),
  heading: z.string(),
  depth: z.int(),
  lines: z.optional(linesSchema),
  tokens: z.optional(z.int()),
  preview: z.optional(z.string()),
});

// Each level is spelled out from the one below. Schemas, types and views all come from these shapes.
const annotations = {
  tokens: z.optional(z.int()),
  score: z.optional(z.number()),
  why: z.optional(z.array(whySchema)),
  hop: z.optional(z.int()),
  best: z.optional(z.strictObject({ id: z.string(), tokens: z.int() })),
  more: z.optional(z.strictObject({ links: z.optional(z.int()), sections: z.optional(z.int()) })),
};
const indexed = { id: z.string(), name: z.string(), type: z.string(), domain: z.string() };
const more = /* @__PURE__ */ (() =>
  Object.fromEntries(MORE_TEXT_NAMES.map((name) => [name, z.optional(z.string())])))() as {
  readonly [Name in keyof MoreTexts]-?: z.ZodMiniOptional<z.ZodMiniString>;
};
const located = { path: z.optional(z.string()), lines: z.optional(linesSchema) };
const scanned = { ...indexed, description: z.string(), ...more, tags: z.array(z.string()), ...located };
const links = z.array(linkSchema);
const sections = z.array(sectionSchema);

export const indexNodeSchema = z.strictObject({ level: z.literal(0), ...indexed, ...annotations });
export const scanNodeSchema = z.strictObject({ level: z.literal(1), ...scanned, ...annotations });
export const linksNodeSchema = z.strictObject({ level: z.literal(2), ...scanned, links, ...annotations });
export const sectionsNodeSchema = z.strictObject({
  level: z.literal(3),
  ...scanned,
  links: z.optional(links),
  content: z.strictObject({ sections }),
  ...annotations,
});
export const fullNodeSchema = z.strictObject({
  level: z.literal(4),
  ...scanned,
  /** Of a passage: those it stands under. */
  headings: z.optional(z.array(z.string())),
  cut: z.optional(z.literal(true)),
  links: z.optional(links),
  content: z.strictObject({ full: z.string(), sections: z.optional(sections) }),
  ...annotations,
});

/** Strict on the wire: a field that a level forbids is an error, not something to ignore. */
export const nodeViewSchema = z.discriminatedUnion("level", [
  indexNodeSchema,
  scanNodeSchema,
  linksNodeSchema,
  sectionsNodeSchema,
  fullNodeSchema,
]);
