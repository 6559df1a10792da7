import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerJson, isPdError, PdError } from "@pd/core";

/**
 * An answer as a tool result: one text block for the model, the object for software (R6.3). The block is the answer's own text where it has one,
 * so that what was counted is what is read; else it is the object as compact JSON.
 */
export function answerResult(answer: object): CallToolResult {
  return { content: [textBlock(textOf(answer) || NOTHING_FITS)], structuredContent: answer as Record<string, unknown> };
}

/**
 * A budget of a few tokens leaves no room even for saying so, and the text is empty. A model learns nothing from an empty block, and the
 * interfaces of some refuse one: like the envelope of an answer, this stands outside the budget.
 */
const NOTHING_FITS = "[Nothing fits. Ask again with a larger tokenBudget.]";

/** What a mount's tool gave back. The object goes along only where the tool has said what it looks like. */
export function toolResult(output: unknown, hasSchema: boolean): CallToolResult {
  const text = textOf(output);
  const result: CallToolResult = { content: text === "" ? [] : [textBlock(text)] };
  if (!hasSchema || output === undefined) return result;
  return { ...result, structuredContent: JSON.parse(JSON.stringify(output)) };
}

function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (typeof output === "object" && output !== null && "text" in output && "telemetry" in output) {
    return String(output.text);
  }
  return answerJson(output) ?? "";
}

/** A failure that a model can mend: the code, what was wrong, where, and what would work. */
export function errorResult(error: unknown): CallToolResult {
  return { content: [textBlock(JSON.stringify(asPdError(error)))], isError: true };
}

/** A tool of a closed prompt section asks for it to be opened, which no MCP client can do: the tool list never changes (R4.8). */
function asPdError(error: unknown): PdError {
  if (isPdError(error)) return error;
  if (error instanceof Error && error.name === "VisibilityExpansionRequired") {
    return new PdError("tool-failed", "This tool belongs to a section that is closed", {
      fix: "Read the section first with read_section, or use another tool.",
      cause: error,
    });
  }
  return new PdError("tool-failed", "The call failed for a reason of its own", { cause: error });
}

function textBlock(text: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text };
}
