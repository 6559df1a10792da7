import type { ErrorJson } from "./errors.js";

/** An answer as core gives it, in either format. */
interface Answered {
  readonly session?: string;
  readonly text?: string;
  readonly nodes: readonly unknown[];
  readonly data?: unknown;
  readonly omitted?: readonly { readonly reason: string }[];
}

/** Whether a tool gave back an answer of the gate, and not something of its own. */
export function isAnswer(output: unknown): output is Answered {
  return typeof output === "object" && output !== null && "nodes" in output && "telemetry" in output;
}

/**
 * What a model reads of whatever a call gave back: the text of an answer, or what was counted of one as JSON, where the envelope is not (R2.3);
 * a text as it is, anything else as JSON.
 */
export function outputText(output: unknown): string {
  if (isAnswer(output)) return output.text ?? JSON.stringify(output.data ?? output.nodes);
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/** A failure that a model can mend, in a line: the code, what was wrong, where, and what would work. */
export function errorText({ code, message, where, fix }: ErrorJson): string {
  const place = where === undefined || message.includes(where) ? "" : ` (${where})`;
  return `${code}: ${message}${place}${fix === undefined ? "" : `. ${fix}`}`;
}

/**
 * What a model reads where the text of an answer is empty: a budget of a few tokens leaves no room even for saying so. A model learns nothing
 * from an empty block, and the interfaces of some refuse one.
 */
export function emptyText(output: unknown): string {
  const omitted = isAnswer(output) ? (output.omitted ?? []) : [];
  const isSeen = omitted.length > 0 && omitted.every(({ reason }) => reason === "seen");
  return isSeen ? NOTHING_NEW : NOTHING_FITS;
}

const NOTHING_FITS = "[Nothing fits. Ask again with a larger tokenBudget.]";
const NOTHING_NEW = "[Nothing new: all that matches was shown before.]";
