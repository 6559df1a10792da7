import { type JsonSchema, MAX_BUDGET, type ToolDescription } from "@pd/core";
import { notAnObject, unknownGraph } from "./refusals.js";

/** What the conversation decides of an input. */
export interface Bound {
  readonly session: string | undefined;
  readonly graphs: readonly string[];
  /** Tokens that an answer may have at the most. */
  readonly room: number;
}

/** What the model gave, with what the conversation decides in place of whatever the model says of it. */
export function boundInput(tool: ToolDescription, input: unknown, { session, graphs, room }: Bound): object {
  const fields = boundFields(tool);
  const { session: _, graphId = graphs[0], ...given } = asObject(input);
  if (graphs.length > 0 && !graphs.includes(graphId as string)) throw unknownGraph(graphs);
  return {
    ...(fields.repeat ? { repeat: false } : {}),
    ...given,
    ...(fields.session ? { session: session ?? "new" } : {}),
    ...(fields.format ? { format: "text" } : {}),
    ...(fields.graphId && graphs.length > 0 ? { graphId } : {}),
    ...budgetFor(given, fields.tokenBudget, room),
  };
}

/** Which fields of a tool's input the conversation fills in. */
function boundFields({ inputSchema, unlisted = [] }: ToolDescription) {
  const fields = propertiesOf(inputSchema);
  const budget = fields.get("tokenBudget");
  return {
    session: fields.has("session"),
    format: JSON.stringify(fields.get("format")?.["enum"]) === '["json","text"]',
    graphId: fields.has("graphId"),
    // Lists of one line a node are cheap to repeat, and their order says something: there the field is not announced.
    repeat: fields.has("session") && fields.has("repeat") && !unlisted.includes("repeat"),
    /** What a call may take where it does not say, or `undefined` where the tool takes no budget. */
    tokenBudget: budget === undefined ? undefined : Number(budget["default"] ?? Number.POSITIVE_INFINITY),
  };
}

/** What was asked for, or the default, but no more than is left. What is no budget stays, for the schema to refuse. */
function budgetFor(given: { tokenBudget?: unknown }, byDefault: number | undefined, room: number): object {
  const { tokenBudget = byDefault } = given;
  if (byDefault === undefined || typeof tokenBudget !== "number" || !(tokenBudget >= 1)) return {};
  return { tokenBudget: Math.min(tokenBudget, room, MAX_BUDGET) };
}

function asObject(input: unknown): { session?: unknown; graphId?: unknown; tokenBudget?: unknown } {
  if (input === undefined || input === null) return {};
  if (typeof input === "object" && !Array.isArray(input)) return input;
  throw notAnObject();
}

export function propertiesOf(schema: JsonSchema): Map<string, JsonSchema> {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  return new Map(Object.entries(properties));
}
