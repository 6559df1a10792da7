import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  COMMA,
  DASH,
  DOT,
  DOUBLE_QUOTE,
  HASH,
  isDigit,
  isLetter,
  LEFT_BRACKET,
  LINE_FEED,
  RIGHT_BRACKET,
  SPACE,
  TILDE,
} from "./characters";
import { byteAt, MOST_LISTED, VALUES } from "./layout";

/** Where reading stands, and the frontmatter's end. */
export namespace front {
  export let at: i32 = 0;
  export let end: i32 = 0;
  /** How many values the field has so far, each a row of start, end and whether it stands without quotes. */
  export let values: i32 = 0;
}

export function skipSpaces(from: i32): i32 {
  let at = from;
  while (at < front.end && byteAt(at) === SPACE) at++;
  return at;
}

/** Where the line ends, or the frontmatter. */
export function lineEndAfter(from: i32): i32 {
  let at = from;
  while (at < front.end && byteAt(at) !== LINE_FEED) at++;
  return at;
}

/** Moves over blank lines and comments to a line with content, and tells its column; -1 at the end. */
export function nextColumn(): i32 {
  while (front.at < front.end) {
    const content = skipSpaces(front.at);
    if (content >= front.end) break;
    const code = byteAt(content);
    if (code === LINE_FEED) front.at = content + 1;
    else if (code === HASH) front.at = lineEndAfter(content) + 1;
    else return content - front.at;
  }
  front.at = front.end;
  return -1;
}

function finishLine(from: i32): bool {
  const content = skipSpaces(from);
  if (content >= front.end) {
    front.at = front.end;
    return true;
  }
  const code = byteAt(content);
  if (code === LINE_FEED) front.at = content + 1;
  else if (code === HASH && content > from) front.at = lineEndAfter(content) + 1;
  else return false;
  return true;
}

/** Letters, digits and `$ ( ) + . / ; < = ^ _ ~ \`. Of all else beyond ASCII only what U+00A0 and its neighbours do not share a first byte with. */
function startsPlainly(code: i32): bool {
  if (code >= 128) return code !== 0xc2;
  if (isLetter(code) || isDigit(code)) return true;
  switch (code) {
    case 36:
    case 40:
    case 41:
    case 43:
    case 46:
    case 47:
    case 59:
    case 60:
    case 61:
    case 94:
    case 95:
    case BACKSLASH:
    case TILDE:
      return true;
    default:
      return false;
  }
}

export function startsPlain(at: i32): bool {
  const code = byteAt(at);
  if (code !== DASH) return startsPlainly(code);
  const next = byteAt(at + 1);
  return next < 128 && startsPlainly(next);
}

/** Reads one line's scalar, or its list in brackets, and ends the line. False on doubt. */
export function readInline(from: i32): bool {
  const code = byteAt(from);
  if (code === DOUBLE_QUOTE || code === APOSTROPHE) return readQuoted(from, code) && finishLine(front.at);
  if (code === LEFT_BRACKET) return readFlowList(from) && finishLine(front.at);
  if (!startsPlain(from)) return false;
  const lineEnd = lineEndAfter(from);
  let stop = lineEnd;
  for (let at = from; at < stop; at++) {
    const inside = byteAt(at);
    if (inside === HASH && byteAt(at - 1) === SPACE) stop = at;
    else if (inside === COLON && (at + 1 >= lineEnd || byteAt(at + 1) === SPACE)) return false;
  }
  while (stop > from && byteAt(stop - 1) === SPACE) stop--;
  front.at = min(lineEnd + 1, front.end);
  return pushPlain(from, stop);
}

/** One line, without escapes. Leaves `front.at` after the closing quote. */
function readQuoted(from: i32, quote: i32): bool {
  let at = from + 1;
  for (; at < front.end; at++) {
    const code = byteAt(at);
    if (code === quote) break;
    if (code === LINE_FEED || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return false;
  }
  if (at >= front.end || (quote === APOSTROPHE && byteAt(at + 1) === APOSTROPHE)) return false;
  front.at = at + 1;
  return push(from + 1, at);
}

function readFlowList(open: i32): bool {
  let at = skipSpaces(open + 1);
  while (byteAt(at) !== RIGHT_BRACKET) {
    const code = byteAt(at);
    const read = code === DOUBLE_QUOTE || code === APOSTROPHE ? readQuoted(at, code) : readFlowPlain(at);
    if (!read) return false;
    at = skipSpaces(front.at);
    if (byteAt(at) === RIGHT_BRACKET) break;
    if (byteAt(at) !== COMMA) return false;
    at = skipSpaces(at + 1);
    if (byteAt(at) === RIGHT_BRACKET) return false;
  }
  if (at >= front.end) return false;
  front.at = at + 1;
  return true;
}

function readFlowPlain(from: i32): bool {
  if (!startsPlain(from)) return false;
  for (let at = from; at < front.end; at++) {
    const code = byteAt(at);
    if (code === COMMA || code === RIGHT_BRACKET) {
      front.at = at;
      let last = at;
      while (byteAt(last - 1) === SPACE) last--;
      return pushPlain(from, last);
    }
    if (code === COLON && endsFlowKey(byteAt(at + 1))) return false;
    if (code === HASH && byteAt(at - 1) === SPACE) return false;
    if (code === LINE_FEED || isFlowBracket(code)) return false;
  }
  return false;
}

function endsFlowKey(code: i32): bool {
  return code <= SPACE || code === COMMA || isFlowBracket(code);
}

function isFlowBracket(code: i32): bool {
  return code === LEFT_BRACKET || code === RIGHT_BRACKET || code === 123 || code === 125;
}

function push(start: i32, end: i32): bool {
  if (front.values === MOST_LISTED) return false;
  const row = VALUES + ((<usize>front.values) << 3);
  store<i32>(row, start);
  store<i32>(row, end, 4);
  front.values++;
  return true;
}

/** What YAML may read as a number, true, false or null is left to the TypeScript. */
function pushPlain(start: i32, end: i32): bool {
  return !mayBeNumber(start, end) && !mayBeWord(start, end) && push(start, end);
}

function mayBeNumber(start: i32, end: i32): bool {
  const first = byteAt(start);
  if (first < 43 || first > 57) return false;
  for (let at = start; at < end; at++) {
    const code = byteAt(at);
    if (isDigit(code) || code === DASH || code === DOT || code === 43) continue;
    const lower = code | 32;
    // Hexadecimal, octal, exponents, infinity and what is no number.
    if (!(lower >= 97 && lower <= 102) && lower !== 105 && lower !== 110 && lower !== 111 && lower !== 120)
      return false;
  }
  return true;
}

function mayBeWord(start: i32, end: i32): bool {
  const first = byteAt(start);
  if (first === TILDE) return end === start + 1;
  const lower = first | 32;
  // n, t, f
  return (
    end - start <= 5 && end - start >= 4 && (lower === 110 || lower === 116 || lower === 102) && isTypedWord(start)
  );
}

function isTypedWord(start: i32): bool {
  const middle = byteAt(start + 1) | 32 | ((byteAt(start + 2) | 32) << 8) | ((byteAt(start + 3) | 32) << 16);
  // ull, rue, als
  return middle === 0x6c6c75 || middle === 0x657572 || middle === 0x736c61;
}
