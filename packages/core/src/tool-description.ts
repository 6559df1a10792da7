import * as z from "zod/mini";
import { answerSchema } from "./answer-schema.js";
import type { Mount } from "./mount.js";
import type { Operation } from "./operation.js";
import type { JsonSchema, ToolDescription } from "./tool.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Operations first, then the tools of each mount: an order that never changes while a toolkit lives. */
export function describeTools(operations: readonly Operation[], mounts: readonly Mount[]): readonly ToolDescription[] {
  const answer = jsonSchema(answerSchema, "output");
  return [
    ...operations.map(({ name, description, input, inputSchema = jsonSchema(input, "input") }) => ({
      name,
      description,
      inputSchema: { $schema: DIALECT, ...inputSchema },
      outputSchema: answer,
      readOnly: true,
      kind: "operation" as const,
    })),
    ...mounts.flatMap(({ tools = [] }) =>
      tools.map(({ name, description, input, output, readOnly }) => ({
        name,
        description,
        inputSchema: jsonSchema(input, "input"),
        ...(output === undefined ? {} : { outputSchema: jsonSchema(output, "output") }),
        readOnly,
        kind: "tool" as const,
      })),
    ),
  ];
}

function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
}
