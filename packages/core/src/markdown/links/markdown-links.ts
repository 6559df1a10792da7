import { DEFINITION_TARGET_END, DEFINITION_TARGET_START } from "../blocks/block-table.js";
import { targetEndFrom } from "../blocks/definitions.js";
import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  DOUBLE_QUOTE,
  HASH,
  isDigit,
  isLetter,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LESS_THAN,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  SLASH,
  skipWhitespace,
} from "../text/characters.js";
import type { InlineCursor } from "./inline-cursor.js";
import {
  EMBED,
  LINK_ANCHOR_END,
  LINK_ANCHOR_START,
  LINK_TARGET_END,
  LINK_TARGET_START,
  LINK_TEXT_END,
  LINK_TEXT_START,
  type LinkTable,
  MARKDOWN_LINK,
  pushLink,
  REFERENCE_LINK,
} from "./link-table.js";
import { type Labels, LONGEST_LABEL, normalLabel } from "./reference-labels.js";

/** CommonMark asks for three levels of parentheses at least. With no end to them hostile text would cost its square. */
const DEEPEST_PARENTHESES = 10;
const LONGEST_TARGET = 2000;
const LONGEST_TITLE = 1000;

const NOTE_FILE = /\.(?:mdx?|markdown)$/i;

/**
 * Reads what follows the text between `opener` and `closer`: `(target)`, `[label]`, `[]` or nothing. Gives the offset
 * after the link, 0 when it is none. A link out of the vault is a link, but leaves no row.
 */
export function afterMarkdownLink(
  cursor: InlineCursor,
  table: LinkTable,
  labels: Labels,
  opener: number,
  closer: number,
  image: boolean,
): number {
  const { text, end } = cursor;
  const next = closer + 1 < end ? text.charCodeAt(closer + 1) : 0;
  if (next === LEFT_PARENTHESIS) {
    const after = afterResource(cursor, table, opener, closer, image);
    if (after > 0) return after;
  }
  if (labels.rows.size === 0) return 0;
  const labelEnd = next === LEFT_BRACKET ? closingBracket(text, closer + 2, end) : -1;
  const full = labelEnd > closer + 2;
  const labelStart = full ? closer + 2 : opener + 1;
  const stop = full ? labelEnd : closer;
  if (stop - labelStart > LONGEST_LABEL) return 0;
  const row = labels.rows.get(normalLabel(text.slice(labelStart, stop)));
  if (row === undefined) return 0;
  const after = labelEnd > 0 ? labelEnd + 1 : closer + 1;
  const targetStart = labels.definitions[row + DEFINITION_TARGET_START] ?? 0;
  const targetEnd = labels.definitions[row + DEFINITION_TARGET_END] ?? 0;
  const link = addLink(
    table,
    text,
    image ? EMBED : REFERENCE_LINK,
    image ? opener - 1 : opener,
    after,
    targetStart,
    targetEnd,
  );
  if (link >= 0) addText(table, link, opener + 1, closer);
  return after;
}

function closingBracket(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + LONGEST_LABEL);
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === RIGHT_BRACKET) return at;
    if (code === LEFT_BRACKET) return -1;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

/** The target of the tail that was read last. */
let targetStart = 0;
let targetEnd = 0;

/** The offset after the `(target "title")` that follows the bracket at `closer`, 0 where it is none. */
export function afterTail({ text, end }: InlineCursor, closer: number): number {
  const start = skipWhitespace(text, closer + 2, end);
  targetStart = targetEnd = start;
  if (start >= end) return 0;
  if (text.charCodeAt(start) === RIGHT_PARENTHESIS) return start + 1;
  const stop = targetEndFrom(text, start, Math.min(end, start + LONGEST_TARGET), DEEPEST_PARENTHESES);
  if (stop < 0) return 0;
  const title = skipWhitespace(text, stop, end);
  const close = title > stop ? skipWhitespace(text, afterTitle(text, title, end), end) : title;
  if (close >= end || text.charCodeAt(close) !== RIGHT_PARENTHESIS) return 0;
  const angled = text.charCodeAt(start) === LESS_THAN ? 1 : 0;
  targetStart = start + angled;
  targetEnd = stop - angled;
  return close + 1;
}

function afterResource(cursor: InlineCursor, table: LinkTable, opener: number, closer: number, image: boolean): number {
  const after = afterTail(cursor, closer);
  if (after === 0) return 0;
  const kind = image ? EMBED : MARKDOWN_LINK;
  const row = addLink(table, cursor.text, kind, image ? opener - 1 : opener, after, targetStart, targetEnd);
  if (row >= 0) addText(table, row, opener + 1, closer);
  return after;
}

/** The offset after a title in quotes or parentheses; `start` itself when there is none. */
function afterTitle(text: string, start: number, end: number): number {
  const opener = text.charCodeAt(start);
  if (opener !== DOUBLE_QUOTE && opener !== APOSTROPHE && opener !== LEFT_PARENTHESIS) return start;
  const closer = opener === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : opener;
  const limit = Math.min(end, start + LONGEST_TITLE);
  for (let at = start + 1; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === closer) return at + 1;
    if (code === LEFT_PARENTHESIS && code === opener) break;
    if (code === BACKSLASH) at++;
  }
  return start;
}

/** Adds the link where it stays in the vault, an image only where it shows a note; gives its row or -1. */
function addLink(
  table: LinkTable,
  text: string,
  kind: number,
  start: number,
  end: number,
  targetStart: number,
  targetEnd: number,
): number {
  if (targetStart === targetEnd || leavesVault(text, targetStart, targetEnd)) return -1;
  let anchor = targetStart;
  while (anchor < targetEnd && text.charCodeAt(anchor) !== HASH) anchor++;
  if (kind === EMBED && !NOTE_FILE.test(text.slice(targetStart, anchor))) return -1;
  const row = pushLink(table, kind, start, end);
  table.links[row + LINK_TARGET_START] = targetStart;
  table.links[row + LINK_TARGET_END] = anchor;
  if (anchor < targetEnd) {
    table.links[row + LINK_ANCHOR_START] = anchor + 1;
    table.links[row + LINK_ANCHOR_END] = targetEnd;
  }
  return row;
}

function addText(table: LinkTable, row: number, start: number, end: number): void {
  table.links[row + LINK_TEXT_START] = start;
  table.links[row + LINK_TEXT_END] = end;
}

/** Whether the target has a scheme, `https:` or `mailto:`, or starts with two slashes. */
function leavesVault(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (first === SLASH) return text.charCodeAt(start + 1) === SLASH;
  if (!isLetter(first)) return false;
  let at = start + 1;
  while (at < end && isSchemeCharacter(text.charCodeAt(at))) at++;
  return at < end && text.charCodeAt(at) === COLON;
}

function isSchemeCharacter(code: number): boolean {
  // Plus, dash and dot.
  return isLetter(code) || isDigit(code) || code === 43 || code === 45 || code === 46;
}
