import { type JsonSchema, schemaForModel, type ToolDescription } from "@pd/core";
import { propertiesOf } from "./bound-input.js";

export interface ExecuteOptions {
  /** Aborting it ends the call: the promise is rejected with a `PdError` of the code `cancelled`. */
  readonly signal?: AbortSignal | null | undefined;
}

/** A tool in no SDK's form: what every adapter translates. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. What the conversation decides (session, format) is not in it. */
  readonly parameters: JsonSchema & { readonly type: "object" };
  /** `false`: it changes something, so a host may want to ask a person first. */
  readonly readOnly: boolean;
  /** The text for the model. A failure is a text too; only a cancelled call is rejected. */
  execute(input: unknown, options?: ExecuteOptions): Promise<string>;
}

const REPEAT = "true: also what was shown before";

/** What a model has to fill in, and pays for on every turn. */
export function parametersOf(tool: ToolDescription, graphs: readonly string[]): AgentTool["parameters"] {
  const { unlisted = [], operation } = tool;
  const isAboutGraph = operation?.about === "graph";
  const hidden = ["session", ...(graphs.length < 2 ? ["graphId"] : []), ...(isAboutGraph ? ["repeat"] : [])];
  const schema = schemaForModel(tool, [...unlisted, ...hidden]);
  const properties = propertiesOf(schema);
  const repeat = properties.get("repeat");
  const graphId = properties.get("graphId");
  if (repeat !== undefined) properties.set("repeat", { ...repeat, default: false, description: REPEAT });
  if (graphId !== undefined) properties.set("graphId", { ...graphId, enum: graphs, default: graphs[0] });
  return { ...schema, properties: Object.fromEntries(properties) };
}
