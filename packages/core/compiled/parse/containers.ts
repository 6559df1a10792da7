import { ASTERISK, DASH, DIGIT_1, DOT, GREATER_THAN, isBlank, isDigit, PLUS, RIGHT_PARENTHESIS } from "./characters";
import { byteAt } from "./layout";
import { closeTo } from "./leaves";
import {
  consumeMarker,
  containerWidth,
  isThematicBreak,
  measureIndent,
  nearestQuote,
  pushContainer,
  scan,
  skipColumns,
} from "./scan";

const NOT_EMPTY: i32 = 0;
const EMPTY_SO_FAR: i32 = 1;
const STAYS_EMPTY: i32 = 2;

export function continueContainers(): i32 {
  const depth = scan.depth;
  const lineEnd = scan.lineEnd;
  const emptyItem = scan.emptyItem;
  scan.emptyItem = NOT_EMPTY;
  measureIndent();
  let matched = 0;
  while (matched < depth) {
    const width = containerWidth(matched);
    if (scan.nonspace === lineEnd) {
      if (width === 0) return matched;
      if (nearestQuote(depth - 1) < matched) {
        if (emptyItem !== NOT_EMPTY) scan.emptyItem = STAYS_EMPTY;
        if (scan.indent === 0) return depth;
      }
      skipColumns(min(scan.indent, width));
    } else if (width === 0) {
      if (scan.indent > 3 || byteAt(scan.nonspace) !== GREATER_THAN) return matched;
      consumeQuoteMarker();
    } else {
      if (scan.indent < width || (emptyItem === STAYS_EMPTY && matched === depth - 1)) return matched;
      skipColumns(width);
    }
    matched++;
  }
  return matched;
}

function consumeQuoteMarker(): void {
  consumeMarker(1);
  if (scan.indent > 0) skipColumns(1);
}

export function openContainers(matched: i32, interrupts: bool): i32 {
  let inside = matched;
  while (scan.nonspace < scan.lineEnd && scan.indent < 4 && !scan.aside) {
    const code = byteAt(scan.nonspace);
    if (code === GREATER_THAN) {
      closeTo(inside);
      pushContainer(0);
      consumeQuoteMarker();
    } else {
      const length = listMarkerLength(code, interrupts);
      if (length === 0) break;
      closeTo(inside);
      openItem(length);
    }
    inside++;
  }
  return inside;
}

function openItem(length: i32): void {
  const markerIndent = scan.indent;
  consumeMarker(length);
  const empty = scan.nonspace === scan.lineEnd;
  const padding = empty || scan.indent > 4 ? 1 : scan.indent;
  pushContainer(markerIndent + length + padding);
  if (empty) scan.emptyItem = EMPTY_SO_FAR;
  else skipColumns(padding);
}

function listMarkerLength(code: i32, interrupts: bool): i32 {
  let length = 0;
  if (code === DASH || code === ASTERISK || code === PLUS) {
    if (code !== PLUS && isThematicBreak(code)) return 0;
    length = 1;
  } else if (isDigit(code)) {
    length = orderedMarkerLength(scan.nonspace, scan.lineEnd);
    if (interrupts && (code !== DIGIT_1 || length !== 2)) return 0;
  }
  if (length === 0) return 0;
  return followedByBlank(scan.nonspace + length, interrupts) ? length : 0;
}

function orderedMarkerLength(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && at - start < 9 && isDigit(byteAt(at))) at++;
  const delimiter = at < end ? byteAt(at) : 0;
  return delimiter === DOT || delimiter === RIGHT_PARENTHESIS ? at + 1 - start : 0;
}

function followedByBlank(start: i32, interrupts: bool): bool {
  const lineEnd = scan.lineEnd;
  let at = start;
  while (at < lineEnd) {
    if (!isBlank(byteAt(at))) return at > start;
    at++;
    if (!interrupts) return true;
  }
  return !interrupts;
}
