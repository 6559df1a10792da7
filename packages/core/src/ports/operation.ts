import * as z from "zod/mini";
import type { Form } from "../model/answer.js";
import type { Plan } from "../model/plan.js";
import type { Graph } from "./content.js";

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

/** What an operation is called and said to be. Every door takes its words from here. */
export interface OperationWords {
  /** snake_case, unique in a toolkit. */
  readonly name: string;
  /** Two or three words, for a menu. */
  readonly title: string;
  /** For a person: one line of help. */
  readonly summary: string;
  /** For a model: when to use it, and what comes next. A model pays for it on every turn. */
  readonly description: string;
  /** Nodes, or the graph as a whole in figures (`data`): the latter is asked for with GET, and is listed among the checks. */
  readonly about?: "nodes" | "graph" | undefined;
  /** `false`: not offered to models as a tool. */
  readonly offered?: boolean | undefined;
  /** Fields that are taken and not announced to models: they would not earn what they cost on every turn. */
  readonly unlisted?: readonly string[] | undefined;
  readonly commandLine?: CommandLine | undefined;
}

/** How an operation is written in a terminal. */
export interface CommandLine {
  /** The field that the words after the command's name fill. */
  readonly words?: CommandWords | undefined;
  readonly examples?: readonly string[] | undefined;
  /** A person is shown the text for a model, which is what one pipes on. */
  readonly text?: boolean | undefined;
}

export interface CommandWords {
  readonly field: string;
  /** Stands for the words in the help. */
  readonly placeholder: string;
  /** Fields that may be given in place of the words; one of them is needed then. */
  readonly instead?: readonly string[] | undefined;
}

/** Turns input into a plan. It sees summaries, links and prices, and never a body. */
export interface Operation<Input extends OperationInput = OperationInput, Data = unknown> extends OperationWords {
  /** Each field has a description, for models and people alike. */
  readonly input: z.core.$ZodType<Input>;
  plan(input: Input, graph: Graph, options: PlanOptions): Promise<Plan<Data>>;
}

/** An operation that still knows the type of its input and of its data. */
export interface TypedOperation<Schema extends z.core.$ZodType<OperationInput>, Data>
  extends Operation<OperationInput, Data> {
  readonly input: Schema;
}

/** Written as an object, typed by its schema. */
export function defineOperation<Schema extends z.core.$ZodType<OperationInput>, Data = undefined>(
  operation: OperationWords & {
    readonly input: Schema;
    plan(input: z.output<Schema>, graph: Graph, options: PlanOptions): Promise<Plan<Data>>;
  },
): TypedOperation<Schema, Data> {
  // The toolkit parses with `input` before it calls `plan`, so the wider parameter never sees anything else.
  return operation as unknown as TypedOperation<Schema, Data>;
}

const shared = () => ({
  session: z.optional(z.string().check(z.maxLength(64), z.describe("Session id or new"))),
  graphId: z.optional(z.string().check(z.maxLength(64), z.describe('Which vault, or "all"'))),
  format: z.optional(z.enum(["json", "text"]).check(z.describe("text: as a model reads it; json: as a program does"))),
  repeat: z.optional(z.boolean().check(z.describe("false: only what is new to the session"))),
});

/** The input of an operation: its own fields and the shared ones, and no others. */
export function operationInput<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ ...shape, ...shared() });
}
