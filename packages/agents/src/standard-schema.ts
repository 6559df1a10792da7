import type { AgentTool } from "./agent-tool.js";

/** A schema by the Standard Schema and Standard JSON Schema specifications, which need no package. */
export interface InputSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "pd";
    validate(value: unknown): { readonly value: unknown };
    readonly jsonSchema: {
      input(options?: unknown): Record<string, unknown>;
      output(options?: unknown): Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
}

/** Lets everything through: the toolkit checks it, and what is wrong with it comes back to the model as a text that says what would work. */
export function inputSchemaFor(parameters: AgentTool["parameters"]): InputSchema {
  const json = () => ({ ...parameters });
  return {
    "~standard": {
      version: 1,
      vendor: "pd",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
