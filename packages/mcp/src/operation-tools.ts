import type { JsonSchema, OperationName } from "@pd/core";
import { type AnswerShape, answerSchemaOf } from "./output-schema.js";

/** An operation as a model sees it. Every word here is paid for on every turn, so each has to earn its place. */
export interface OperationTool {
  readonly name: OperationName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly outputSchema: JsonSchema & { readonly type: "object" };
  /** What the text block is made from where a call does not say (R6.3). */
  readonly format: "json" | "text";
}

const text = { type: "string" };
const number = { type: "integer" };
const flag = { type: "boolean" };
const list = { type: "array", items: text };

const shared = {
  session: { ...text, description: '"new", or the id given back' },
  repeat: { ...flag, description: "false: only what this session has not seen" },
  format: { ...text, enum: ["json", "text"] },
  graphId: text,
};
const filters = { type: text, domain: text, tag: text, path: text };

/**
 * The operations that are tools, in the order in which they are listed. The schemas are written down lean, not derived: core's own say the
 * limits too, which cost tokens and which core checks anyway. A test holds the two against each other.
 */
export const OPERATION_TOOLS: readonly OperationTool[] = [
  tool({
    name: "scan",
    title: "List notes",
    description:
      "List notes: one line each, with the price in tokens of opening it. Shows what there is; narrow by filters. Next: node or context.",
    input: { query: text, ...filters, limit: { ...number, default: 20 }, cursor: text },
    answer: { cursor: true },
  }),
  tool({
    name: "search",
    title: "Search notes",
    description:
      "Find notes by words, best first, with scores and reasons. Next: node opens a hit, context packs several.",
    input: { query: text, ...filters, limit: { ...number, default: 10 } },
    required: ["query"],
    answer: { ranked: true },
  }),
  tool({
    name: "query",
    title: "Search with previews",
    description: "search, and the `top` best also show links and section previews: enough to choose what to open.",
    input: {
      query: text,
      ...filters,
      limit: { ...number, default: 10 },
      top: { ...number, default: 3 },
      tokenBudget: number,
    },
    required: ["query"],
    answer: { ranked: true, opened: true },
  }),
  tool({
    name: "node",
    title: "Open notes",
    description:
      "Open notes by id, name, path or [[link]]; name#heading is one section. level: 0 index, 1 description, 2 links, 3 section previews, 4 full text. Take the lowest that answers.",
    input: { nodes: list, level: { ...number, enum: [0, 1, 2, 3, 4], default: 1 }, tokenBudget: number },
    required: ["nodes"],
    answer: { opened: true },
  }),
  tool({
    name: "traverse",
    title: "Follow links",
    description:
      "Follow links from `start` notes or the best matches of `query`; the best in full, the rest in a line. For how things connect.",
    input: {
      start: list,
      query: text,
      maxDepth: { ...number, default: 3 },
      maxNodes: { ...number, default: 8 },
      tokenBudget: { ...number, default: 6000 },
    },
    answer: { ranked: true, opened: true },
    format: "text",
  }),
  tool({
    name: "context",
    title: "Gather context",
    description:
      "For a question, first choice: the full text that answers it best, within tokenBudget. `nodes` names what must be in it.",
    input: { query: text, nodes: list, ...filters, tokenBudget: { ...number, default: 6000 } },
    answer: { ranked: true, opened: true },
    format: "text",
  }),
  tool({
    name: "stats",
    title: "Overview",
    description: "The whole in figures: counts, maps of content, orphans, quality. To get your bearings.",
    input: {},
    answer: { data: true },
  }),
];

interface Written {
  readonly name: OperationName;
  readonly title: string;
  readonly description: string;
  readonly input: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly answer: AnswerShape;
  readonly format?: "json" | "text";
}

function tool({ name, title, description, input, required, answer, format = "json" }: Written): OperationTool {
  const inputSchema = {
    type: "object" as const,
    properties: { ...input, ...shared },
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  };
  return { name, title, description, inputSchema, outputSchema: answerSchemaOf(answer), format };
}
