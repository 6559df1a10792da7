import { parseInput } from "@pd/core";
import * as z from "zod/mini";

/** Told at the end of the prompt, where it costs no cached byte before it. */
export function outputInstruction(schema: z.core.$ZodType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return `\n\n---\nGive your final answer as one JSON value and nothing else. It must match this JSON Schema:\n${shape}`;
}

/** The final text as what the schema says it is. What does not match is a `PdError` that names the field. */
export async function parseOutput<Output>(schema: z.core.$ZodType<Output>, text: string): Promise<Output> {
  return parseInput(schema, valueIn(text), "answer");
}

/** The JSON that a model wrote: bare, or in the last fence of what it said. Else the text itself, which may be all that is asked for. */
function valueIn(text: string): unknown {
  for (const candidate of [text, lastFence(text)]) {
    try {
      if (candidate !== undefined) return JSON.parse(candidate);
    } catch {
      // The next one, then.
    }
  }
  return text;
}

function lastFence(text: string): string | undefined {
  const end = text.lastIndexOf("```");
  const start = end < 0 ? -1 : text.lastIndexOf("```", end - 1);
  if (start < 0) return undefined;
  const inside = text.slice(start + 3, end);
  return inside.slice(inside.indexOf("\n") + 1);
}
