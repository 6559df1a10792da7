import { DOLLAR, isBlank, isDigit, isLineEnd, isWhitespace } from "../text/characters.js";
import { type InlineCursor, isEscaped } from "./inline-cursor.js";

// What Obsidian does not show as text: comments between %% and formulas between $. A link in one is none.

/**
 * The offset after the comment that the `%%` at `start` opens, or after those two where it opens none. One that begins a line may
 * reach over paragraphs; any other ends in its own, so that two percentages on a page hide nothing.
 */
export function afterComment({ text, start: leafStart, end }: InlineCursor, start: number): number {
  const close = text.indexOf("%%", start + 2);
  if (close < 0) return start + 2;
  return close + 2 <= end || beginsLine(text, leafStart, start) ? close + 2 : start + 2;
}

function beginsLine(text: string, leafStart: number, start: number): boolean {
  let at = start;
  while (at > leafStart && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at === leafStart || isLineEnd(text.charCodeAt(at - 1));
}

/**
 * The offset after the formula that the `$` at `start` opens, or after that character. A formula ends at the next `$` or not at all, and has
 * no blank inside next to either: so a price opens none.
 */
export function afterFormula(cursor: InlineCursor, start: number): number {
  const { text, end } = cursor;
  if (text.charCodeAt(start + 1) === DOLLAR) {
    const close = text.indexOf("$$", start + 2);
    return close >= 0 && close + 2 <= end ? close + 2 : start + 2;
  }
  if (isWhitespace(text.charCodeAt(start + 1))) return start + 1;
  let close = text.indexOf("$", start + 1);
  while (close >= 0 && close < end && isEscaped(cursor, close)) close = text.indexOf("$", close + 1);
  const isFormula =
    close >= 0 && close < end && !isWhitespace(text.charCodeAt(close - 1)) && !isDigit(text.charCodeAt(close + 1));
  return isFormula ? close + 1 : start + 1;
}
