import type { ModelToolCall } from "./model-adapter.js";

/** Arguments as a JSON text. No text at all is how a tool without arguments is called. */
export function argumentsOf(json: string): Pick<ModelToolCall, "input" | "malformed"> {
  if (json.trim() === "") return { input: {} };
  try {
    return { input: JSON.parse(json) };
  } catch {
    return { input: undefined, malformed: "The arguments are not valid JSON" };
  }
}
