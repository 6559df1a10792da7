import {
  APOSTROPHE,
  BACKTICK,
  COLON,
  DASH,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  isBlank,
  isDigit,
  isLetter,
  LESS_THAN,
  QUESTION,
  SLASH,
  skipBlanks,
  UNDERSCORE,
} from "../text/characters.js";

/** CommonMark's seven kinds of HTML block, by the numbers it gives them. */
const HTML_RAW = 1;
const HTML_COMMENT = 2;
const HTML_INSTRUCTION = 3;
const HTML_DECLARATION = 4;
const HTML_CDATA = 5;
export const HTML_BASIC = 6;
export const HTML_COMPLETE = 7;

const RAW_NAMES: ReadonlySet<string> = new Set(["pre", "script", "style", "textarea"]);
const RAW_END = /<\/(?:pre|script|style|textarea)>/i;

const BLOCK_NAMES: ReadonlySet<string> = new Set(
  (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link " +
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead " +
    "title tr track ul"
  ).split(" "),
);

/** Longer than any name above, so a longer one need not be sliced out to be looked up. */
const LONGEST_NAME = 10;

/** The kind of HTML block that starts with the `<` at `start`, 0 for none. `end` is the line's end. */
export function htmlBlockKind(text: string, start: number, end: number): number {
  const code = start + 1 < end ? text.charCodeAt(start + 1) : 0;
  if (code === QUESTION) return HTML_INSTRUCTION;
  if (code === EXCLAMATION) return declarationKind(text, start + 2, end);
  const closing = code === SLASH;
  const nameStart = closing ? start + 2 : start + 1;
  if (nameStart >= end || !isLetter(text.charCodeAt(nameStart))) return 0;
  let nameEnd = nameStart + 1;
  while (nameEnd < end && isNameCharacter(text.charCodeAt(nameEnd))) nameEnd++;
  const after = nameEnd < end ? text.charCodeAt(nameEnd) : GREATER_THAN;
  if (after !== SLASH && after !== GREATER_THAN && !isBlank(after)) return 0;
  const name = nameEnd - nameStart > LONGEST_NAME ? "" : text.slice(nameStart, nameEnd).toLowerCase();
  if (after !== SLASH && !closing && RAW_NAMES.has(name)) return HTML_RAW;
  if (BLOCK_NAMES.has(name)) {
    return after !== SLASH || (nameEnd + 1 < end && text.charCodeAt(nameEnd + 1) === GREATER_THAN) ? HTML_BASIC : 0;
  }
  const tagEnd = closing ? skipBlanks(text, nameEnd, end) : attributesEnd(text, nameEnd, end);
  if (tagEnd < 0 || tagEnd >= end || text.charCodeAt(tagEnd) !== GREATER_THAN) return 0;
  return skipBlanks(text, tagEnd + 1, end) === end ? HTML_COMPLETE : 0;
}

function declarationKind(text: string, start: number, end: number): number {
  if (start >= end) return 0;
  if (isLetter(text.charCodeAt(start))) return HTML_DECLARATION;
  if (text.startsWith("--", start)) return HTML_COMMENT;
  return text.startsWith("[CDATA[", start) ? HTML_CDATA : 0;
}

function isNameCharacter(code: number): boolean {
  return code === DASH || isLetter(code) || isDigit(code);
}

/** Where the `>` of an opening tag has to stand after its attributes; -1 when they are malformed or leave the line. */
function attributesEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    at = skipBlanks(text, at, end);
    const code = text.charCodeAt(at);
    if (code === SLASH) return at + 1;
    if (at >= end || !(code === COLON || code === UNDERSCORE || isLetter(code))) return at;
    at = attributeEnd(text, at, end);
    if (at < 0) return -1;
  }
  return at;
}

function attributeEnd(text: string, start: number, end: number): number {
  let at = start + 1;
  while (at < end && isAttributeNameCharacter(text.charCodeAt(at))) at++;
  let value = skipBlanks(text, at, end);
  // After an unquoted value another `=` may follow: the judge of these rules takes `a=b=c` for two values.
  while (value < end && text.charCodeAt(value) === EQUALS) {
    value = skipBlanks(text, value + 1, end);
    if (value >= end) return -1;
    const quote = text.charCodeAt(value);
    if (quote === DOUBLE_QUOTE || quote === APOSTROPHE) return quotedValueEnd(text, value, end, quote);
    if (quote === LESS_THAN || quote === EQUALS || quote === GREATER_THAN || quote === BACKTICK) return -1;
    while (value < end && !endsUnquotedValue(text.charCodeAt(value))) value++;
    at = value;
    value = skipBlanks(text, value, end);
  }
  return at;
}

function quotedValueEnd(text: string, start: number, end: number, quote: number): number {
  let at = start + 1;
  while (at < end && text.charCodeAt(at) !== quote) at++;
  if (at + 1 >= end) return -1;
  const after = text.charCodeAt(at + 1);
  return after === SLASH || after === GREATER_THAN || isBlank(after) ? at + 1 : -1;
}

function isAttributeNameCharacter(code: number): boolean {
  return isNameCharacter(code) || code === DOT || code === COLON || code === UNDERSCORE;
}

function endsUnquotedValue(code: number): boolean {
  return (
    isBlank(code) ||
    code === DOUBLE_QUOTE ||
    code === APOSTROPHE ||
    code === SLASH ||
    code === LESS_THAN ||
    code === EQUALS ||
    code === GREATER_THAN ||
    code === BACKTICK
  );
}

/** Whether a line of the block ends it. Kinds 6 and 7 end before a blank line, never on a line of their own. */
export function endsHtmlBlock(text: string, kind: number, start: number, end: number): boolean {
  if (kind >= HTML_BASIC) return false;
  const line = text.slice(start, end);
  if (kind === HTML_RAW) return RAW_END.test(line);
  if (kind === HTML_COMMENT) return line.includes("-->");
  if (kind === HTML_INSTRUCTION) return line.includes("?>");
  return line.includes(kind === HTML_CDATA ? "]]>" : ">");
}
