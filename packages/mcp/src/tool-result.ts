import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerJson, isPdError, PdError } from "@pd/core";

/** What becomes of the outcome of a call. */
export interface Rendering<Result> {
  /** An operation's answer. */
  answer(answer: object): Result;
  /** What a mount's tool gave back. */
  output(output: unknown, hasSchema: boolean): Result;
  failure(error: unknown): Result;
}

/** As an object that the SDK sends. */
export const AS_RESULT: Rendering<CallToolResult> = {
  answer: answerResult,
  output: toolResult,
  failure: errorResult,
};

/** As the JSON of the same object: an answer has been written once already, and is not written again. */
export const AS_JSON: Rendering<string> = {
  answer: answerResultJson,
  output: (output, hasSchema) => JSON.stringify(toolResult(output, hasSchema)),
  failure: (error) => JSON.stringify(errorResult(error)),
};

/**
 * An answer as a tool result: one text block for the model, the object for software (R6.3). The block is the answer's own text where it has one,
 * so that what was counted is what is read; else it is the object as compact JSON.
 */
export function answerResult(answer: object): CallToolResult {
  return { content: [textBlock(textOf(answer) || NOTHING_FITS)], structuredContent: answer as Record<string, unknown> };
}

function answerResultJson(answer: object): string {
  const json = answerJson(answer) ?? "{}";
  const text = isTextAnswer(answer) ? String(answer.text) || NOTHING_FITS : json;
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${json}}`;
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
  if (isTextAnswer(output)) return String(output.text);
  return answerJson(output) ?? "";
}

function isTextAnswer(output: unknown): output is { readonly text: unknown } {
  return typeof output === "object" && output !== null && "text" in output && "telemetry" in output;
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
