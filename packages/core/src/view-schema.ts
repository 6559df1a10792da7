import * as z from "zod/mini";
import { RELATIONS } from "./node.js";
import { WHY_FIELDS } from "./view.js";

// Apart from the views: who shows nodes need not build the schemas that others check them with.

const whySchema = z.strictObject({ field: z.enum(WHY_FIELDS), via: z.optional(z.string()) });

const linkSchema = z.strictObject({
  target: z.string(),
  name: z.string(),
  description: z.string(),
  relation: z.enum(RELATIONS),
  context: z.string(),
});

const sectionSchema = z.strictObject({ heading: z.string(), depth: z.int(), preview: z.string() });

// Each level is spelled out from the one below. Schemas, types and views all come from these shapes.
const annotations = {
  tokens: z.optional(z.int()),
  score: z.optional(z.number()),
  why: z.optional(z.array(whySchema)),
  hop: z.optional(z.int()),
};
const indexed = { id: z.string(), name: z.string(), type: z.string(), domain: z.string() };
const scanned = { ...indexed, description: z.string(), tags: z.array(z.string()) };
const linked = { ...scanned, links: z.array(linkSchema) };
const sectioned = { ...linked, content: z.strictObject({ sections: z.array(sectionSchema) }) };
const opened = { ...scanned, links: z.optional(z.array(linkSchema)), content: z.strictObject({ full: z.string() }) };

export const indexNodeSchema = z.strictObject({ level: z.literal(0), ...indexed, ...annotations });
export const scanNodeSchema = z.strictObject({ level: z.literal(1), ...scanned, ...annotations });
export const linksNodeSchema = z.strictObject({ level: z.literal(2), ...linked, ...annotations });
export const sectionsNodeSchema = z.strictObject({ level: z.literal(3), ...sectioned, ...annotations });
export const fullNodeSchema = z.strictObject({ level: z.literal(4), ...opened, ...annotations });

/** Strict on the wire: a field that a level forbids is an error, not something to ignore. */
export const nodeViewSchema = z.discriminatedUnion("level", [
  indexNodeSchema,
  scanNodeSchema,
  linksNodeSchema,
  sectionsNodeSchema,
  fullNodeSchema,
]);
