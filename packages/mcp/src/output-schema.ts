import type { JsonSchema } from "@pd/core";

/** What an operation's answers have beside what all have. */
export interface AnswerShape {
  /** Scores and reasons. */
  readonly ranked?: boolean;
  /** Levels above 1: links, sections, full text. */
  readonly opened?: boolean;
  /** Where a listing goes on. */
  readonly cursor?: boolean;
  readonly data?: boolean;
}

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };

/**
 * What an answer looks like, for a client's software: the fields that are worth naming, and nothing about those it can pass over.
 * True of both formats: with `format: "text"` there is `text`, and nodes have only id and level (R6.6).
 */
export function answerSchemaOf({
  ranked,
  opened,
  cursor,
  data,
}: AnswerShape): JsonSchema & { readonly type: "object" } {
  return {
    type: "object",
    properties: {
      version: { const: 1 },
      operation: text,
      graphId: text,
      session: text,
      nodes: list(
        {
          id: text,
          level: integer,
          name: text,
          type: text,
          domain: text,
          description: text,
          tags: { type: "array", items: text },
          tokens: integer,
          ...(ranked === true ? { score: number, hop: integer, why: list({ field: text, via: text }, ["field"]) } : {}),
          ...(opened === true ? OPENED : {}),
        },
        ["id", "level"],
      ),
      text,
      omitted: list({ id: text, reason: text, tokens: integer, seenAt: integer }, ["id", "reason"]),
      notices: list({ code: text, message: text }, ["code", "message"]),
      ...(cursor === true ? { cursor: text } : {}),
      ...(data === true ? { data: { type: "object" } } : {}),
      telemetry: {
        type: "object",
        properties: { tokensUsed: integer, coveragePercent: number },
        required: ["tokensUsed", "coveragePercent"],
      },
    },
    required: ["version", "operation", "graphId", "nodes", "omitted", "telemetry"],
  };
}

const OPENED = {
  links: list({ target: text, name: text, description: text, relation: text, context: text }, ["target", "relation"]),
  content: {
    type: "object",
    properties: {
      sections: list({ heading: text, depth: integer, preview: text }, ["heading", "depth", "preview"]),
      full: text,
    },
  },
};

function list(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: "array", items: { type: "object", properties, required } };
}
