import type * as z from "zod/mini";
import type { Answer, Form } from "../model/answer.js";
import type { Plan } from "../model/plan.js";
import type { Graph } from "./content.js";
import type { Filesystem } from "./filesystem.js";
import type { OperationWords } from "./operation.js";
import type { SessionId } from "./session.js";

/** What a tool is given beside its input. A node's text reaches it only through `disclose`. */
export interface ToolContext {
  /** The session that the input names, found and checked. */
  readonly session?: SessionId | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Where a tool may leave files for the model, if the host has such a place. */
  readonly filesystem?: Filesystem | undefined;
  /** Plans on one version of the mount's content and discloses it: ledger, budget and telemetry apply. */
  disclose(plan: (graph: Graph) => Plan | Promise<Plan>, form: Form): Promise<Answer>;
}

/** What a door serves beside the operations. */
export interface Tool<Input = unknown, Output = unknown> {
  /** snake_case, unique in a toolkit. */
  readonly name: string;
  readonly description: string;
  readonly input: z.core.$ZodType<Input>;
  readonly output?: z.core.$ZodType<Output>;
  readonly readOnly: boolean;
  /** Fields that are taken and not announced to models, as of an operation. */
  readonly unlisted?: readonly string[] | undefined;
  call(input: Input, context: ToolContext): Promise<Output>;
}

/** Written as an object, typed by its schema. */
export function defineTool<Schema extends z.core.$ZodType, Output>(
  tool: Omit<Tool<z.output<Schema>, Output>, "input"> & { readonly input: Schema },
): Tool {
  // The toolkit parses with `input` before it calls, so the wider parameter never sees anything else.
  return tool as unknown as Tool;
}

/** A tool as a door announces it. The schemas are plain JSON Schema (2020-12). */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly readOnly: boolean;
  readonly kind: "operation" | "tool";
  /** Fields that are taken and not announced to models. */
  readonly unlisted?: readonly string[];
  /** What an operation says of itself beside that. */
  readonly operation?: OperationWords;
}

export type JsonSchema = Readonly<Record<string, unknown>>;
