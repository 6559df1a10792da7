import type { JsonSchema, ToolDescription } from "@pd/core";
import { addressOf } from "../routes/call-address.js";

/** Operations share one answer; a tool has its own. */
export function isShared({ kind }: ToolDescription): boolean {
  return kind === "operation";
}

/** Every schema once, by the name that the paths refer to. */
export function schemasOf(tools: readonly ToolDescription[]): Readonly<Record<string, JsonSchema>> {
  const schemas = new Map<string, JsonSchema>();
  for (const tool of tools) {
    if (hasBody(tool)) schemas.set(`${tool.name}.input`, tool.inputSchema);
    if (tool.outputSchema !== undefined)
      schemas.set(isShared(tool) ? "Answer" : `${tool.name}.output`, tool.outputSchema);
  }
  return Object.fromEntries([...schemas].map(([name, schema]) => [name, moved(schema, name)]));
}

function hasBody(tool: ToolDescription): boolean {
  return addressOf(tool).method === "POST";
}

/** A schema that stood alone refers to itself as `#`; inside the document it is found further down. */
function moved(schema: JsonSchema, name: string): JsonSchema {
  const { $schema: _, ...rest } = schema;
  return rewritten(rest, `#/components/schemas/${name}`) as JsonSchema;
}

function rewritten(value: unknown, root: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, root));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" && typeof inner === "string" && inner.startsWith("#")
        ? [key, root + inner.slice(1)]
        : [key, rewritten(inner, root)],
    ),
  );
}
