import type { JsonSchema } from "@pd/core";

/** An operation as the command line needs it. */
export interface OperationDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * What each operation takes, written down: making it from the schemas takes longer than a whole command may.
 * A test compares it with what the operations say.
 */
export const OPERATION_DESCRIPTIONS: readonly OperationDescription[] = [
  {
    name: "scan",
    description:
      "List nodes with one-line descriptions and prices. Start here; narrow by query, type, domain, tag or path. Then open what matters with node or context.",
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          maxLength: 4000,
        },
        type: {
          type: "string",
          maxLength: 400,
        },
        domain: {
          type: "string",
          maxLength: 400,
        },
        tag: {
          type: "string",
          maxLength: 400,
        },
        path: {
          type: "string",
          maxLength: 400,
        },
        limit: {
          default: 20,
          type: "integer",
          minimum: 1,
          maximum: 1000,
        },
        cursor: {
          type: "string",
          maxLength: 200,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: "search",
    description:
      "Find nodes by words, best first, with scores and reasons. Open a hit with node, or ask context for a pack.",
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          maxLength: 4000,
        },
        type: {
          type: "string",
          maxLength: 400,
        },
        domain: {
          type: "string",
          maxLength: 400,
        },
        tag: {
          type: "string",
          maxLength: 400,
        },
        path: {
          type: "string",
          maxLength: 400,
        },
        limit: {
          default: 10,
          type: "integer",
          minimum: 1,
          maximum: 1000,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      required: ["query"],
      additionalProperties: false,
    },
  },
  {
    name: "query",
    description:
      "Like search, and the best few also show their links and section previews. Next: context or node for the full text.",
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          maxLength: 4000,
        },
        type: {
          type: "string",
          maxLength: 400,
        },
        domain: {
          type: "string",
          maxLength: 400,
        },
        tag: {
          type: "string",
          maxLength: 400,
        },
        path: {
          type: "string",
          maxLength: 400,
        },
        limit: {
          default: 10,
          type: "integer",
          minimum: 1,
          maximum: 1000,
        },
        top: {
          default: 3,
          type: "integer",
          minimum: 0,
          maximum: 100,
        },
        tokenBudget: {
          type: "integer",
          minimum: 1,
          maximum: 9007199254740991,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      required: ["query"],
      additionalProperties: false,
    },
  },
  {
    name: "node",
    description:
      "Open nodes by id, name, alias, path or [[link]]; name#heading is one section. level 0 index, 1 description, 2 links, 3 section previews, 4 full text.",
    inputSchema: {
      type: "object",
      properties: {
        nodes: {
          anyOf: [
            {
              type: "string",
              minLength: 1,
              maxLength: 400,
            },
            {
              minItems: 1,
              maxItems: 100,
              type: "array",
              items: {
                type: "string",
                minLength: 1,
                maxLength: 400,
              },
            },
          ],
        },
        level: {
          default: 1,
          type: "number",
          enum: [0, 1, 2, 3, 4],
        },
        tokenBudget: {
          type: "integer",
          minimum: 1,
          maximum: 9007199254740991,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      required: ["nodes"],
      additionalProperties: false,
    },
  },
  {
    name: "traverse",
    description:
      "Walk links from start nodes or from the best matches of a query; the best come in full, the rest as descriptions.",
    inputSchema: {
      type: "object",
      properties: {
        start: {
          anyOf: [
            {
              type: "string",
              minLength: 1,
              maxLength: 400,
            },
            {
              minItems: 1,
              maxItems: 100,
              type: "array",
              items: {
                type: "string",
                minLength: 1,
                maxLength: 400,
              },
            },
          ],
        },
        query: {
          type: "string",
          maxLength: 4000,
        },
        maxDepth: {
          default: 3,
          type: "integer",
          minimum: 0,
          maximum: 10,
        },
        maxNodes: {
          default: 8,
          type: "integer",
          minimum: 1,
          maximum: 100,
        },
        tokenBudget: {
          default: 6000,
          type: "integer",
          minimum: 1,
          maximum: 9007199254740991,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: "context",
    description:
      "Best pack of full text for a question within tokenBudget; nodes names what must be in it. format text is ready to paste.",
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          maxLength: 4000,
        },
        nodes: {
          anyOf: [
            {
              type: "string",
              minLength: 1,
              maxLength: 400,
            },
            {
              minItems: 1,
              maxItems: 100,
              type: "array",
              items: {
                type: "string",
                minLength: 1,
                maxLength: 400,
              },
            },
          ],
        },
        type: {
          type: "string",
          maxLength: 400,
        },
        domain: {
          type: "string",
          maxLength: 400,
        },
        tag: {
          type: "string",
          maxLength: 400,
        },
        path: {
          type: "string",
          maxLength: 400,
        },
        tokenBudget: {
          default: 6000,
          type: "integer",
          minimum: 1,
          maximum: 9007199254740991,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: "stats",
    description: "Size and shape of the graph: counts by type, domain and relation, maps of content, orphans, quality.",
    inputSchema: {
      type: "object",
      properties: {
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: "validate",
    description:
      "Findings with file and line (broken links, missing descriptions, orphans), and a quality score from 0 to 100.",
    inputSchema: {
      type: "object",
      properties: {
        threshold: {
          type: "integer",
          minimum: 0,
          maximum: 100,
        },
        limit: {
          default: 1000,
          type: "integer",
          minimum: 0,
          maximum: 100000,
        },
        session: {
          type: "string",
          maxLength: 64,
          description: 'Session id, or "new"',
        },
        graphId: {
          type: "string",
          maxLength: 64,
        },
        format: {
          type: "string",
          enum: ["json", "text"],
        },
        repeat: {
          type: "boolean",
          description: "false: leave out what this session has seen",
        },
      },
      additionalProperties: false,
    },
  },
];
