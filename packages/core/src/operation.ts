import * as z from "zod/mini";
import type { Form } from "./answer.js";
import type { Graph } from "./content.js";
import { madeWhenAsked } from "./made-when-asked.js";
import type { Plan } from "./plan.js";
import type { JsonSchema } from "./tool.js";

/** What every operation takes beside its own fields (R3.5). */
export interface OperationInput {
  readonly session?: string | undefined;
  readonly graphId?: string | undefined;
  readonly format?: Form | undefined;
  readonly repeat?: boolean | undefined;
}

export interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Turns input into a plan. It sees summaries, links and prices, and never a body. */
export interface Operation<Input extends OperationInput = OperationInput, Data = unknown> {
  readonly name: string;
  /** For a model: when to use it, and what comes next. */
  readonly description: string;
  readonly input: z.core.$ZodType<Input>;
  /** What `input` says, as JSON Schema, where it is written down: an ordinary input is then checked without making the schema. */
  readonly inputSchema?: JsonSchema;
  plan(input: Input, graph: Graph, options: PlanOptions): Promise<Plan<Data>>;
}

/** An operation that still knows the type of its input and of its data. */
export interface TypedOperation<Schema extends z.core.$ZodType<OperationInput>, Data>
  extends Operation<OperationInput, Data> {
  readonly input: Schema;
}

/** Written as an object, typed by its schema. */
export function defineOperation<Schema extends z.core.$ZodType<OperationInput>, Data = undefined>(operation: {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly inputSchema?: JsonSchema;
  plan(input: z.output<Schema>, graph: Graph, options: PlanOptions): Promise<Plan<Data>>;
}): TypedOperation<Schema, Data> {
  // The toolkit parses with `input` before it calls `plan`, so the wider parameter never sees anything else.
  return operation as unknown as TypedOperation<Schema, Data>;
}

const shared = () => ({
  session: z.optional(z.string().check(z.maxLength(64), z.describe('Session id, or "new"'))),
  graphId: z.optional(z.string().check(z.maxLength(64))),
  format: z.optional(z.enum(["json", "text"])),
  repeat: z.optional(z.boolean().check(z.describe("false: leave out what this session has seen"))),
});

/** The input of an operation: its own fields and the shared ones, and no others. It is made when it is first needed. */
export function operationInput<Shape extends z.core.$ZodShape>(shape: Shape | (() => Shape)) {
  return madeWhenAsked(() => z.strictObject({ ...(typeof shape === "function" ? shape() : shape), ...shared() }));
}
