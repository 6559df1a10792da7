import type { JsonSchema } from "../tool.js";

/*
 * What each operation takes, as JSON Schema. It says what the zod schemas say, word for word, which a test checks: making it from them,
 * or only making them, takes longer than a whole command may.
 */

const words = (maxLength: number) => ({ type: "string", maxLength });
const whole = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) => ({ type: "integer", minimum, maximum });
const orElse = (value: number, schema: JsonSchema) => ({ default: value, ...schema });

const query = words(4000);
const name = words(400);
const filters = { type: name, domain: name, tag: name, path: name };
const limit = whole(1, 1000);
const tokenBudget = whole(1);
const reference = { type: "string", minLength: 1, maxLength: 400 };
const references = { anyOf: [reference, { minItems: 1, maxItems: 100, type: "array", items: reference }] };
const level = { type: "number", enum: [0, 1, 2, 3, 4] };

const shared = {
  session: { ...words(64), description: 'Session id, or "new"' },
  graphId: words(64),
  format: { type: "string", enum: ["json", "text"] },
  repeat: { type: "boolean", description: "false: leave out what this session has seen" },
};

function input(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties: { ...properties, ...shared },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

export const scanInput: JsonSchema = input({ query, ...filters, limit: orElse(20, limit), cursor: words(200) });

export const searchInput: JsonSchema = input({ query, ...filters, limit: orElse(10, limit) }, ["query"]);

export const queryInput: JsonSchema = input(
  { query, ...filters, limit: orElse(10, limit), top: orElse(3, whole(0, 100)), tokenBudget },
  ["query"],
);

export const nodeInput: JsonSchema = input({ nodes: references, level: orElse(1, level), tokenBudget }, ["nodes"]);

export const traverseInput: JsonSchema = input({
  start: references,
  query,
  maxDepth: orElse(3, whole(0, 10)),
  maxNodes: orElse(8, whole(1, 100)),
  tokenBudget: orElse(6000, tokenBudget),
});

export const contextInput: JsonSchema = input({
  query,
  nodes: references,
  ...filters,
  tokenBudget: orElse(6000, tokenBudget),
});

export const statsInput: JsonSchema = input({});

export const validateInput: JsonSchema = input({
  threshold: whole(0, 100),
  limit: orElse(1000, whole(0, 100_000)),
});
