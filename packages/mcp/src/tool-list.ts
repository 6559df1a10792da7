import type { JsonSchema, Mount, TokenCounter, Toolkit } from "@pd/core";
import { OPERATION_TOOLS } from "./operation-tools.js";

type ObjectSchema = JsonSchema & { readonly type: "object" };

/** A tool as it is listed. All four hints are said: a client takes one that is missing for the worst. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Nothing is written, asking twice gives the same, and no network is behind it. */
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** A tool that says only that it does not just read: the worst has to be said. */
const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** Operations first, then the tools of the mounts in their order: made once, and the same for as long as the server lives. */
export function listTools(toolkit: Pick<Toolkit, "tools">, mounts: readonly Mount[]): readonly ListedTool[] {
  const operations = OPERATION_TOOLS.map(({ name, title, description, inputSchema, outputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: READS,
  }));
  // Asking a toolkit for its tools converts every schema, which an ordinary start need not wait for.
  const hasTools = mounts.some(({ tools = [] }) => tools.length > 0);
  const others = hasTools ? toolkit.tools.filter(({ kind }) => kind === "tool") : [];
  return [
    ...operations,
    ...others.map(({ name, description, inputSchema, outputSchema, readOnly }) => ({
      name,
      description,
      inputSchema: objectSchema(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema: plain(outputSchema) }),
      annotations: readOnly ? READS : WRITES,
    })),
  ];
}

/** The protocol takes objects only. */
function objectSchema(schema: JsonSchema): ObjectSchema {
  return { ...plain(schema), type: "object" };
}

/** The dialect is the protocol's own: naming it costs a model tokens and tells it nothing. */
function plain({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

export interface ToolCost {
  readonly name: string;
  readonly tokens: number;
}

/** What each tool costs a model on every turn: name, description and input schema, as they are sent. */
export function toolCosts(tools: readonly ListedTool[], counter: Pick<TokenCounter, "count">): readonly ToolCost[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    tokens: counter.count(JSON.stringify({ name, description, inputSchema })),
  }));
}
