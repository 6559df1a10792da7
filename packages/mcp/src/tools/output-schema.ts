import type { JsonSchema } from "@pd/core";

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };

/**
 * What an answer of any operation looks like, for a client's software: the fields that are worth naming, and nothing about those it can pass over.
 * True of both formats: with `format: "text"` there is `text`, and nodes have only id and level (R6.6).
 */
export const ANSWER_SCHEMA: JsonSchema & { readonly type: "object" } = {
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
        path: text,
        lines: { type: "array", items: integer },
        tokens: integer,
        score: number,
        hop: integer,
        why: list({ field: text, via: text }, ["field"]),
        links: list({ target: text, name: text, description: text, relation: text, context: text }, [
          "target",
          "relation",
        ]),
        content: {
          type: "object",
          properties: {
            sections: list({ id: text, heading: text, depth: integer, tokens: integer, preview: text }, [
              "heading",
              "depth",
            ]),
            full: text,
          },
        },
      },
      ["id", "level"],
    ),
    text,
    omitted: list({ id: text, reason: text, level: integer, tokens: integer, seenAt: integer }, ["id", "reason"]),
    notices: list({ code: text, message: text }, ["code", "message"]),
    cursor: text,
    data: { type: "object" },
    telemetry: {
      type: "object",
      properties: { tokensUsed: integer, coveragePercent: number },
      required: ["tokensUsed", "coveragePercent"],
    },
  },
  required: ["version", "operation", "graphId", "nodes", "omitted", "telemetry"],
};

function list(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: "array", items: { type: "object", properties, required } };
}
