import { isBlank, isLineEnd } from "../text/characters.js";
import { createHiddenRanges, type HiddenRanges } from "./hidden-ranges.js";
import { afterBraces, afterEsm, afterTag, isEsm } from "./mdx-syntax.js";

/** Where a reading of MDX stands. */
interface Reading {
  readonly text: string;
  readonly hidden: HiddenRanges;
  /** Tags that are open, each of which began a line: what stands in them is indented by habit, and is no code. */
  depth: number;
  /** Braces and tags without an end. */
  unclosed: number;
}

/** MDX with so many of them is none: no more ends are looked for, each of which may be far. */
const MOST_UNCLOSED = 200;

/**
 * What the reader of an MDX body does not see: imports, exports, comments, expressions and tags. The text between tags stays, and so do tags that
 * name a place or lead somewhere. Nothing in code is touched.
 */
export function mdxRanges(text: string, start: number): HiddenRanges {
  const reading: Reading = { text, hidden: createHiddenRanges(), depth: 0, unclosed: 0 };
  let at = start;
  while (at < text.length) at = afterLine(reading, at);
  return reading.hidden;
}

/** Two blanks for each open tag. */
const INDENT = 2;
const FENCE = /[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,})/y;

/** Reads a line, or as many as a block of code, an export or a tag takes; gives the start of the next. */
function afterLine(reading: Reading, start: number): number {
  const { text, hidden } = reading;
  if (isEsm(text, start)) {
    const end = afterEsm(text, start);
    hidden.add(start, end);
    return end;
  }
  let at = start;
  while (at < start + INDENT * reading.depth && isBlank(text.charCodeAt(at))) at += 1;
  hidden.add(start, at);
  FENCE.lastIndex = at;
  const fence = FENCE.exec(text)?.[1];
  return fence === undefined ? afterInlines(reading, at) : afterFence(text, FENCE.lastIndex, fence);
}

function afterFence(text: string, from: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`, "gm");
  close.lastIndex = nextLine(text, from);
  return close.exec(text) === null ? text.length : nextLine(text, close.lastIndex);
}

const SPECIAL = /[\\`<{\n]/g;

function afterInlines(reading: Reading, start: number): number {
  const { text } = reading;
  let at = start;
  for (;;) {
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text)?.index;
    if (found === undefined) return text.length;
    if (text[found] === "\n") return found + 1;
    at = afterSpecial(reading, found, start);
  }
}

function afterSpecial(reading: Reading, at: number, lineStart: number): number {
  const { text, hidden } = reading;
  switch (text[at]) {
    case "\\":
      return at + (isLineEnd(text.charCodeAt(at + 1)) ? 1 : 2);
    case "`":
      return afterCode(text, at);
  }
  if (reading.unclosed > MOST_UNCLOSED) return at + 1;
  if (text[at] === "{") return afterExpression(reading, at);
  if (text.startsWith("<!--", at)) {
    const close = text.indexOf("-->", at + 4);
    const end = close < 0 ? text.length : close + 3;
    hidden.add(at, end);
    return end;
  }
  const tag = afterTag(text, at);
  if (tag === undefined) return unclosedAt(reading, at);
  if (!tag.isKept) hidden.add(at, tag.end);
  if (text.slice(lineStart, at).trim() === "" || tag.isClosing)
    reading.depth = Math.max(0, reading.depth + (tag.isClosing ? -1 : tag.isEmpty ? 0 : 1));
  return tag.end;
}

function unclosedAt(reading: Reading, at: number): number {
  reading.unclosed += 1;
  return at + 1;
}

/** After the code between backticks, which ends in its paragraph; after them where it does not. */
function afterCode(text: string, start: number): number {
  let opened = start;
  while (text[opened] === "`") opened += 1;
  const fence = text.slice(start, opened);
  const paragraph = text.slice(opened, opened + LONGEST_CODE).split(/\n[ \t]*\r?\n/, 1)[0] ?? "";
  const close = new RegExp(`(?<!\`)${fence}(?!\`)`).exec(paragraph);
  return close === null ? opened : opened + close.index + fence.length;
}

const LONGEST_CODE = 1000;
const HEADING_ID = /\{\/\*\s*(#[^\s*{}]+)\s*\*\/\}/y;
const PLAIN_ID = /\{#[^\s{}]+\}/y;
const QUOTED = /\{\s*(["'`])([^"'`{}\\$\n]*)\1\s*\}/y;

/** Of an id only its marks go, of a text only its quotes. */
function afterExpression(reading: Reading, at: number): number {
  const { text, hidden } = reading;
  PLAIN_ID.lastIndex = at;
  if (PLAIN_ID.test(text)) return PLAIN_ID.lastIndex;
  const kept = keptPart(HEADING_ID, text, at) ?? keptPart(QUOTED, text, at);
  if (kept !== undefined) {
    const [from, to, end] = kept;
    const isId = text[from] === "#";
    hidden.add(isId ? at + 1 : at, from);
    hidden.add(to, isId ? end - 1 : end);
    return end;
  }
  const end = afterBraces(text, at);
  if (end === undefined) return unclosedAt(reading, at);
  hidden.add(at, end);
  return end;
}

function keptPart(pattern: RegExp, text: string, at: number): readonly [number, number, number] | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const kept = match.at(-1) ?? "";
  const from = at + match[0].indexOf(kept === "" ? "}" : kept, 1);
  return [from, from + kept.length, at + match[0].length];
}

function nextLine(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  return feed < 0 ? text.length : feed + 1;
}
