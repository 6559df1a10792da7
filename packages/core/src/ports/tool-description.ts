import * as z from "zod/mini";
import { answerSchema } from "../model/answer-schema.js";
import type { Mount } from "./mount.js";
import type { Operation, OperationWords } from "./operation.js";
import type { JsonSchema, Tool, ToolDescription } from "./tool.js";

/** Operations first, then the tools of each mount: an order that never changes while a toolkit lives. */
export function describeTools(operations: readonly Operation[], mounts: readonly Mount[]): readonly ToolDescription[] {
  const answer = jsonSchema(answerSchema, "output");
  return [
    ...operations.map((operation) => ({
      name: operation.name,
      description: operation.description,
      inputSchema: inputSchemaOf(operation),
      outputSchema: answer,
      readOnly: true,
      kind: "operation" as const,
      unlisted: operation.unlisted ?? [],
      operation: wordsOf(operation),
    })),
    ...mounts.flatMap(({ tools = [] }) =>
      tools.map(({ name, description, input, output, readOnly, unlisted = [] }) => ({
        name,
        description,
        inputSchema: inputSchemaOf({ input }),
        ...(output === undefined ? {} : { outputSchema: jsonSchema(output, "output") }),
        readOnly,
        kind: "tool" as const,
        unlisted,
      })),
    ),
  ];
}

function wordsOf({ name, title, summary, description, about, offered, commandLine }: Operation): OperationWords {
  return { name, title, summary, description, about, offered, commandLine };
}

/** What an operation or a tool takes, as JSON Schema, made from its zod schema. */
export function inputSchemaOf({ input }: Pick<Operation | Tool, "input">): JsonSchema {
  return jsonSchema(input, "input");
}

function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
}
