import { BACKSLASH } from "../text/characters.js";

/**
 * Jumps from one character that may mean something to the next. Each index is looked up once and kept until it is
 * passed, so that all look-ups together read the text once per character looked for, whatever the text.
 */
export interface InlineCursor {
  text: string;
  /** The leaf block that is read. */
  start: number;
  end: number;
  leftBracket: number;
  rightBracket: number;
  backtick: number;
  lessThan: number;
  hash: number;
  caret: number;
  percent: number;
  dollar: number;
  wikiEnd: number;
  commentEnd: number;
}

export function createInlineCursor(): InlineCursor {
  const cursor: InlineCursor = {
    text: "",
    start: 0,
    end: 0,
    leftBracket: 0,
    rightBracket: 0,
    backtick: 0,
    lessThan: 0,
    hash: 0,
    caret: 0,
    percent: 0,
    dollar: 0,
    wikiEnd: 0,
    commentEnd: 0,
  };
  return cursor;
}

export function readText(cursor: InlineCursor, text: string): void {
  cursor.text = text;
  cursor.leftBracket = -1;
  cursor.rightBracket = -1;
  cursor.backtick = -1;
  cursor.lessThan = -1;
  cursor.hash = -1;
  cursor.caret = -1;
  cursor.percent = -1;
  cursor.dollar = -1;
  cursor.wikiEnd = -1;
  cursor.commentEnd = -1;
}

/** Larger than any offset. */
const NOWHERE = 0x3fffffff;

function indexFrom(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from);
  return index < 0 ? NOWHERE : index;
}

/** The next offset from `at` on that a link, a tag, a block id, code, HTML, a comment or a formula may start or end at. */
export function nextSpecial(cursor: InlineCursor, at: number): number {
  const { text } = cursor;
  if (cursor.leftBracket < at) cursor.leftBracket = indexFrom(text, "[", at);
  let next = cursor.leftBracket;
  if (cursor.rightBracket < at) cursor.rightBracket = indexFrom(text, "]", at);
  if (cursor.rightBracket < next) next = cursor.rightBracket;
  if (cursor.backtick < at) cursor.backtick = indexFrom(text, "`", at);
  if (cursor.backtick < next) next = cursor.backtick;
  if (cursor.lessThan < at) cursor.lessThan = indexFrom(text, "<", at);
  if (cursor.lessThan < next) next = cursor.lessThan;
  if (cursor.hash < at) cursor.hash = indexFrom(text, "#", at);
  if (cursor.hash < next) next = cursor.hash;
  if (cursor.caret < at) cursor.caret = indexFrom(text, "^", at);
  if (cursor.caret < next) next = cursor.caret;
  if (cursor.percent < at) cursor.percent = indexFrom(text, "%%", at);
  if (cursor.percent < next) next = cursor.percent;
  if (cursor.dollar < at) cursor.dollar = indexFrom(text, "$", at);
  return Math.min(cursor.dollar, next);
}

/** The next `]]` from `at` on. */
export function nextWikiEnd(cursor: InlineCursor, at: number): number {
  if (cursor.wikiEnd < at) cursor.wikiEnd = indexFrom(cursor.text, "]]", at);
  return cursor.wikiEnd;
}

/** The next end of an HTML comment from `at` on. */
export function nextCommentEnd(cursor: InlineCursor, at: number): number {
  if (cursor.commentEnd < at) cursor.commentEnd = indexFrom(cursor.text, "-->", at);
  return cursor.commentEnd;
}

/** Whether an odd number of backslashes stands before `at`. */
export function isEscaped(cursor: InlineCursor, at: number): boolean {
  let slash = at;
  while (slash > cursor.start && cursor.text.charCodeAt(slash - 1) === BACKSLASH) slash--;
  return ((at - slash) & 1) === 1;
}
