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
  LEFT_BRACKET,
  LESS_THAN,
  QUESTION,
  SLASH,
  skipBlanks,
  UNDERSCORE,
} from "./characters";
import { byteAt } from "./layout";
import { isIn } from "./word-lists";

const HTML_RAW: i32 = 1;
const HTML_COMMENT: i32 = 2;
const HTML_INSTRUCTION: i32 = 3;
const HTML_DECLARATION: i32 = 4;
const HTML_CDATA: i32 = 5;
export const HTML_BASIC: i32 = 6;
export const HTML_COMPLETE: i32 = 7;

/** Each name with a blank on both sides. */
const RAW_NAMES = " pre script style textarea ";
const BLOCK_NAMES =
  " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
  "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link " +
  "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead " +
  "title tr track ul ";

export function htmlBlockKind(start: i32, end: i32): i32 {
  const code = start + 1 < end ? byteAt(start + 1) : 0;
  if (code === QUESTION) return HTML_INSTRUCTION;
  if (code === EXCLAMATION) return declarationKind(start + 2, end);
  const closing = code === SLASH;
  const nameStart = closing ? start + 2 : start + 1;
  if (nameStart >= end || !isLetter(byteAt(nameStart))) return 0;
  let nameEnd = nameStart + 1;
  while (nameEnd < end && isNameCharacter(byteAt(nameEnd))) nameEnd++;
  const after = nameEnd < end ? byteAt(nameEnd) : GREATER_THAN;
  if (after !== SLASH && after !== GREATER_THAN && !isBlank(after)) return 0;
  if (after !== SLASH && !closing && isIn(RAW_NAMES, nameStart, nameEnd)) return HTML_RAW;
  if (isIn(BLOCK_NAMES, nameStart, nameEnd)) {
    return after !== SLASH || (nameEnd + 1 < end && byteAt(nameEnd + 1) === GREATER_THAN) ? HTML_BASIC : 0;
  }
  const tagEnd = closing ? skipBlanks(nameEnd, end) : attributesEnd(nameEnd, end);
  if (tagEnd < 0 || tagEnd >= end || byteAt(tagEnd) !== GREATER_THAN) return 0;
  return skipBlanks(tagEnd + 1, end) === end ? HTML_COMPLETE : 0;
}

function declarationKind(start: i32, end: i32): i32 {
  if (start >= end) return 0;
  if (isLetter(byteAt(start))) return HTML_DECLARATION;
  if (byteAt(start) === DASH && byteAt(start + 1) === DASH) return HTML_COMMENT;
  // C D A T A between brackets.
  const isData =
    byteAt(start) === LEFT_BRACKET &&
    byteAt(start + 1) === 67 &&
    byteAt(start + 2) === 68 &&
    byteAt(start + 3) === 65 &&
    byteAt(start + 4) === 84 &&
    byteAt(start + 5) === 65 &&
    byteAt(start + 6) === LEFT_BRACKET;
  return isData ? HTML_CDATA : 0;
}

function isNameCharacter(code: i32): bool {
  return code === DASH || isLetter(code) || isDigit(code);
}

function attributesEnd(start: i32, end: i32): i32 {
  let at = start;
  while (at < end) {
    at = skipBlanks(at, end);
    const code = byteAt(at);
    if (code === SLASH) return at + 1;
    if (at >= end || !(code === COLON || code === UNDERSCORE || isLetter(code))) return at;
    at = attributeEnd(at, end);
    if (at < 0) return -1;
  }
  return at;
}

function attributeEnd(start: i32, end: i32): i32 {
  let at = start + 1;
  while (at < end && isAttributeNameCharacter(byteAt(at))) at++;
  let value = skipBlanks(at, end);
  while (value < end && byteAt(value) === EQUALS) {
    value = skipBlanks(value + 1, end);
    if (value >= end) return -1;
    const quote = byteAt(value);
    if (quote === DOUBLE_QUOTE || quote === APOSTROPHE) return quotedValueEnd(value, end, quote);
    if (quote === LESS_THAN || quote === EQUALS || quote === GREATER_THAN || quote === BACKTICK) return -1;
    while (value < end && !endsUnquotedValue(byteAt(value))) value++;
    at = value;
    value = skipBlanks(value, end);
  }
  return at;
}

function quotedValueEnd(start: i32, end: i32, quote: i32): i32 {
  let at = start + 1;
  while (at < end && byteAt(at) !== quote) at++;
  if (at + 1 >= end) return -1;
  const after = byteAt(at + 1);
  return after === SLASH || after === GREATER_THAN || isBlank(after) ? at + 1 : -1;
}

function isAttributeNameCharacter(code: i32): bool {
  return isNameCharacter(code) || code === DOT || code === COLON || code === UNDERSCORE;
}

function endsUnquotedValue(code: i32): bool {
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

/** Whether a line of the block ends it. */
export function endsHtmlBlock(kind: i32, start: i32, end: i32): bool {
  if (kind >= HTML_BASIC) return false;
  for (let at = start; at < end; at++) {
    const code = byteAt(at);
    if (kind === HTML_RAW) {
      if (code === LESS_THAN && closesRaw(at, end)) return true;
      continue;
    }
    if (code !== GREATER_THAN) continue;
    if (kind === HTML_DECLARATION) return true;
    if (kind === HTML_INSTRUCTION && at > start && byteAt(at - 1) === QUESTION) return true;
    if (at < start + 2) continue;
    if (kind === HTML_COMMENT && byteAt(at - 1) === DASH && byteAt(at - 2) === DASH) return true;
    if (kind === HTML_CDATA && byteAt(at - 1) === 93 && byteAt(at - 2) === 93) return true;
  }
  return false;
}

/** Whether `</pre>` or another such stands here. */
function closesRaw(start: i32, end: i32): bool {
  if (byteAt(start + 1) !== SLASH) return false;
  let at = start + 2;
  while (at < end && isLetter(byteAt(at))) at++;
  return at < end && byteAt(at) === GREATER_THAN && isIn(RAW_NAMES, start + 2, at);
}
