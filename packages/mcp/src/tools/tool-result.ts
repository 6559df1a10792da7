import type { CallToolResult } from "@modelcontextprotocol/server";
import { emptyText, errorJson, errorText, isAnswer, isPdError, outputText, PdError } from "@pd/core";

/** Where software finds the answer object, without its text (R6.6). Clients do not hand `_meta` to a model. */
const ANSWER_META = "pd/answer";
/** Where software finds the code, the place and the fix of a failure. */
export const ERROR_META = "pd/error";

/** An answer as a tool result: one text block for the model, exactly what was counted, and the object for software (R6.3). */
export function answerResult(answer: object): CallToolResult {
  // Like the envelope of an answer, the words that nothing fits stand outside the budget.
  return { content: [textBlock(outputText(answer) || emptyText(answer))], ...answerMeta(answer) };
}

export function answerMeta({ text: _, ...answer }: { readonly text?: unknown }): {
  readonly _meta: Record<string, unknown>;
} {
  return { _meta: { [ANSWER_META]: answer } };
}

/**
 * An answer for a client that reads `structuredContent`. The block repeats it, as the protocol asks for the sake of clients that do not; the
 * budget was counted for all of the JSON, once.
 */
export function structuredResult(answer: object): CallToolResult {
  return { content: [textBlock(JSON.stringify(answer))], structuredContent: answer as Record<string, unknown> };
}

/** What a mount's tool gave back. `isStructured`: the tool has said what the object looks like, and the host wants it sent. */
export function toolResult(output: unknown, isStructured: boolean): CallToolResult {
  if (isStructured && output !== undefined) return structuredResult(JSON.parse(JSON.stringify(output)));
  if (isAnswer(output)) return answerResult(output);
  const text = outputText(output);
  return { content: text === "" ? [] : [textBlock(text)] };
}

/** A failure that a model can mend: the code, what was wrong, where, and what would work. */
export function errorResult(thrown: unknown): CallToolResult {
  const error = errorJson(asPdError(thrown));
  return { content: [textBlock(errorText(error))], isError: true, _meta: { [ERROR_META]: error } };
}

function asPdError(error: unknown): PdError {
  if (isPdError(error)) return error;
  return new PdError("tool-failed", "The call failed for a reason of its own", { cause: error });
}

function textBlock(text: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text };
}
