import { PdError } from "../model/errors.js";
import type { FileText, LineRange } from "../ports/filesystem.js";

/** The asked lines of a text, each with its line end. A range beyond the end gives what there is. */
export function linesOf(text: string, { from = 1, to = Number.POSITIVE_INFINITY }: LineRange): FileText {
  checkLine(from, "from");
  if (to !== Number.POSITIVE_INFINITY) checkLine(to, "to");
  const starts = lineStarts(text);
  const lines = starts.length;
  const last = Math.min(to, lines);
  if (from > last) return { text: "", from, to: from - 1, lines };
  const end = last === lines ? text.length : starts[last]!;
  return { text: text.slice(starts[from - 1]!, end), from, to: last, lines };
}

/** Where each line begins. A line break at the very end begins no line. */
function lineStarts(text: string): readonly number[] {
  if (text === "") return [];
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0 && at + 1 < text.length; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

function checkLine(line: number, where: string): void {
  if (Number.isSafeInteger(line) && line >= 1) return;
  throw new PdError("input-invalid", `${where} is ${line}, and lines are counted from 1`, {
    where,
    fix: `Give ${where} as a whole number from 1.`,
  });
}
