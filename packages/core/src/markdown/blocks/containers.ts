import { ASTERISK, DASH, DIGIT_1, DOT, GREATER_THAN, isDigit, PLUS, RIGHT_PARENTHESIS } from "../text/characters.js";
import { isThematicBreak } from "./leaf-starts.js";
import { closeTo } from "./leaves.js";
import { consumeMarker, measureIndent, pushContainer, type Scan, skipColumns } from "./scan.js";

/** Of the innermost list item: an item that begins with a blank line takes content on the next line, and on no later one. */
const NOT_EMPTY = 0;
const EMPTY_SO_FAR = 1;
const STAYS_EMPTY = 2;

/** Consumes the markers and the indentation by which the line stays in the open containers; gives how many it stays in. */
export function continueContainers(scan: Scan): number {
  const { text, containers, depth, lineEnd } = scan;
  const emptyItem = scan.emptyItem;
  scan.emptyItem = NOT_EMPTY;
  measureIndent(scan);
  let matched = 0;
  while (matched < depth) {
    const width = containers[matched] ?? 0;
    if (scan.nonspace === lineEnd) {
      if (width === 0) return matched;
      if ((scan.nearestQuote[depth - 1] ?? -1) < matched) {
        if (emptyItem !== NOT_EMPTY) scan.emptyItem = STAYS_EMPTY;
        // Without this step a blank line would cost as much as the list is deep.
        if (scan.indent === 0) return depth;
      }
      skipColumns(scan, Math.min(scan.indent, width));
    } else if (width === 0) {
      if (scan.indent > 3 || text.charCodeAt(scan.nonspace) !== GREATER_THAN) return matched;
      consumeQuoteMarker(scan);
    } else {
      if (scan.indent < width || (emptyItem === STAYS_EMPTY && matched === depth - 1)) return matched;
      skipColumns(scan, width);
    }
    matched++;
  }
  return matched;
}

function consumeQuoteMarker(scan: Scan): void {
  consumeMarker(scan, 1);
  if (scan.indent > 0) skipColumns(scan, 1);
}

/**
 * Opens the containers that start on this line inside the first `matched` ones. Gives how many containers the line
 * stays in or opens; when that is fewer than are open, none was opened and the line may be a lazy continuation.
 */
export function openContainers(scan: Scan, matched: number, interrupts: boolean): number {
  const { text } = scan;
  let inside = matched;
  while (scan.nonspace < scan.lineEnd && scan.indent < 4) {
    const code = text.charCodeAt(scan.nonspace);
    if (code === GREATER_THAN) {
      closeTo(scan, inside);
      pushContainer(scan, 0);
      consumeQuoteMarker(scan);
    } else {
      const length = listMarkerLength(scan, code, interrupts);
      if (length === 0) break;
      closeTo(scan, inside);
      openItem(scan, length);
    }
    inside++;
  }
  return inside;
}

function openItem(scan: Scan, length: number): void {
  const markerIndent = scan.indent;
  consumeMarker(scan, length);
  const empty = scan.nonspace === scan.lineEnd;
  // Five columns or more are one column and an indented code block.
  const padding = empty || scan.indent > 4 ? 1 : scan.indent;
  pushContainer(scan, markerIndent + length + padding);
  if (empty) scan.emptyItem = EMPTY_SO_FAR;
  else skipColumns(scan, padding);
}

/** The length of the list marker at `nonspace`, 0 when there is none that may start an item here. */
function listMarkerLength(scan: Scan, code: number, interrupts: boolean): number {
  const { text, nonspace, lineEnd } = scan;
  let length = 0;
  if (code === DASH || code === ASTERISK || code === PLUS) {
    if (code !== PLUS && isThematicBreak(scan, code)) return 0;
    length = 1;
  } else if (isDigit(code)) {
    length = orderedMarkerLength(text, nonspace, lineEnd);
    if (interrupts && (code !== DIGIT_1 || length !== 2)) return 0;
  }
  if (length === 0) return 0;
  return followedByBlank(scan, nonspace + length, interrupts) ? length : 0;
}

function orderedMarkerLength(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && at - start < 9 && isDigit(text.charCodeAt(at))) at++;
  const delimiter = at < end ? text.charCodeAt(at) : 0;
  return delimiter === DOT || delimiter === RIGHT_PARENTHESIS ? at + 1 - start : 0;
}

/** An item needs a blank after its marker, or nothing at all: but an empty item does not interrupt a paragraph. */
function followedByBlank(scan: Scan, start: number, interrupts: boolean): boolean {
  const { text, lineEnd } = scan;
  let at = start;
  while (at < lineEnd) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9) return at > start;
    at++;
    if (!interrupts) return true;
  }
  return !interrupts;
}
