import { indentOf, isBlank, isProse, type Line, looksLikeKey } from "./frontmatter-entries.js";

/** A key as authors write them in frontmatter; "Note: …" in a body is not one. */
const PLAIN_KEY = /^[a-z][\w-]*:(?:\s|$)/;
const HEADING = /^#{1,6}\s+\S/;
/** A fence that is none: indented, or of more dashes. */
const MISSHAPEN_FENCE = /^(?:[ \t]+-{3,}|-{4,})[ \t]*$/;

/**
 * How many of the lines after a fence that is never closed are certainly frontmatter: those that lead, up to the
 * first blank line, or the first that is neither a key, nor indented, nor an item, nor a comment.
 */
export function leadingLines(lines: readonly Line[]): number {
  let inBlock = false;
  for (const [index, { text }] of lines.entries()) {
    if (isBlank(text)) {
      const next = lines.slice(index + 1, index + 20).find((line) => !isBlank(line.text));
      if (inBlock && next && indentOf(next.text) !== "") continue;
      return index;
    }
    if (MISSHAPEN_FENCE.test(text) && endsAt(lines, index)) return index;
    if (looksLikeKey(text)) inBlock = /:\s*[|>][-+0-9]*\s*$/.test(text);
    else if (index === 0 || !/^(?:\s|-\s|#)/.test(text)) return index;
  }
  return lines.length;
}

/**
 * Where a missing closing fence let the body in: the index of the body's first line, or -1. To be asked only of lines
 * that are not valid YAML. A body starts after a blank line, with a heading, or with text and no key ever after.
 */
export function bodyStart(lines: readonly Line[]): number {
  const first = lines.findIndex((line) => !isBlank(line.text));
  if (first < 0 || !looksLikeKey(lines[first]?.text ?? "")) return -1;
  const lastKey = lines.findLastIndex((line) => PLAIN_KEY.test(line.text));
  for (let index = first + 1; index < lines.length; index += 1) {
    const text = lines[index]?.text ?? "";
    if (MISSHAPEN_FENCE.test(text) && endsAt(lines, index)) return index;
    if (isBlank(text) || !isBlank(lines[index - 1]?.text ?? "")) continue;
    const next = lines.slice(index + 1, index + 20).find((line) => !isBlank(line.text))?.text ?? "";
    if (HEADING.test(text) && !PLAIN_KEY.test(next) && indentOf(next) === "") return index;
    if (index > lastKey && !/^(?:\s|#|-\s)/.test(text) && !looksLikeKey(text)) {
      return goesOn(lines, index, lastKey) ? -1 : index;
    }
  }
  return -1;
}

/** More lines than this after a blank one are a body, whatever they look like. */
const MOST_VALUE_LINES = 30;
const STRUCTURE = /^(?:#{1,6}\s+\S|```|~~~|\|)/;

/**
 * Whether text after a blank line is still the last key's value: a description in two paragraphs, not indented. The fence behind it
 * closes the frontmatter then. A body would have a heading, a table or code before its first thematic break, or be long.
 */
function goesOn(lines: readonly Line[], index: number, lastKey: number): boolean {
  const further = lines.slice(index);
  if (further.length > MOST_VALUE_LINES || further.some(({ text }) => STRUCTURE.test(text))) return false;
  const line = lines[lastKey];
  const rest = line === undefined ? undefined : /^[^:]*:\s*(.*)$/s.exec(line.text)?.[1];
  return line !== undefined && rest !== undefined && isProse({ key: "", line, rest: rest.trim(), below: [] });
}

/** Whether what follows a line of dashes goes on as a body does: not indented, as a block would be, and not with a key. */
function endsAt(lines: readonly Line[], index: number): boolean {
  const next = lines.slice(index + 1, index + 20).find((line) => !isBlank(line.text))?.text;
  return next === undefined || (indentOf(next) === "" && !PLAIN_KEY.test(next));
}
