import { PdError, type ToolContext } from "@pd/core";
import * as z from "zod/mini";
import type { PromptTool, RenderedPrompt } from "../section/prompt-types.js";

/** Calls a tool as a loop does, for tests: the input is parsed with its schema first. */
export async function call(
  from: Pick<RenderedPrompt, "tools"> | readonly PromptTool[],
  name: string,
  input: unknown,
  context: Partial<ToolContext> = {},
): Promise<unknown> {
  const tool = toolNamed(from, name);
  const disclose = async () => {
    throw new PdError("mount-invalid", "Nothing is disclosed here");
  };
  return tool.call(z.parse(tool.input, input), { disclose, ...context });
}

export function toolNamed(from: Pick<RenderedPrompt, "tools"> | readonly PromptTool[], name: string): PromptTool {
  const tools = "tools" in from ? from.tools : from;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}, only ${tools.map((one) => one.name).join(", ")}`);
  return tool;
}
