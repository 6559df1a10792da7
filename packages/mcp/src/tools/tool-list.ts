import {
  type Content,
  inputSchemaOf,
  type JsonSchema,
  type Mount,
  type Operation,
  schemaForModel,
  type TokenCounter,
  type Toolkit,
} from "@pd/core";
import { ANSWER_SCHEMA } from "./output-schema.js";

/** A tool as it is listed. All four hints are said: a client takes one that is missing for the worst. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ReturnType<typeof schemaForModel>;
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

export interface ToolListOptions {
  readonly toolkit: Pick<Toolkit, "tools">;
  /** Those that are offered. */
  readonly operations: readonly Operation[];
  readonly mounts: readonly Mount[];
  /** Output schemas are listed: the host wants `structuredContent`. */
  readonly structured: boolean;
}

/** Operations first, then the tools of the mounts in their order: made once, and the same for as long as the server lives. */
export function listTools({ toolkit, operations, mounts, structured }: ToolListOptions): readonly ListedTool[] {
  const graphs = vaultsIn(mounts).length;
  const listed = operations.map((operation): ListedTool => {
    const { name, title, description } = operation;
    const described = { inputSchema: inputSchemaOf(operation), kind: "operation" } as const;
    const inputSchema = schemaForModel(described, unlistedOf(operation, graphs));
    const output = structured ? { outputSchema: ANSWER_SCHEMA } : {};
    return { name, title, description, inputSchema, ...output, annotations: READS };
  });
  // Asking a toolkit for its tools converts every schema, which an ordinary start need not wait for.
  const others = hasTools(mounts) ? toolkit.tools.filter(({ kind }) => kind === "tool") : [];
  return [
    ...listed,
    ...others.map(({ name, description, inputSchema, outputSchema, readOnly, unlisted = [] }) => ({
      name,
      description,
      inputSchema: schemaForModel({ inputSchema, kind: "tool" }, unlisted),
      ...(structured && outputSchema !== undefined ? { outputSchema: plain(outputSchema) } : {}),
      annotations: readOnly ? READS : WRITES,
    })),
  ];
}

/** The contents that a model chooses among: one that comes with tools of its own, like skills, is read by those. */
export function vaultsIn(mounts: readonly Mount[]): readonly Content[] {
  return mounts.flatMap(({ content, tools = [] }) => (content === undefined || tools.length > 0 ? [] : [content]));
}

/** Of one graph there is nothing to choose, and of figures nothing is new or seen. */
function unlistedOf({ about, unlisted = [] }: Operation, graphs: number): readonly string[] {
  return [...unlisted, ...(graphs < 2 ? ["graphId"] : []), ...(about === "graph" ? ["session", "repeat"] : [])];
}

export function hasTools(mounts: readonly Mount[]): boolean {
  return mounts.some(({ tools = [] }) => tools.length > 0);
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
