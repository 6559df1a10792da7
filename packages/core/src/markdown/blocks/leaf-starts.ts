import { BACKTICK, DASH, HASH, isBlank, skipBlanks } from "../text/characters.js";
import type { Scan } from "./scan.js";

/** Whether the line from `nonspace` on is three or more of that marker and nothing but blanks between. */
export function isThematicBreak(scan: Scan, marker: number): boolean {
  const { text, lineEnd } = scan;
  // `- - - … x` asks this at each of its markers; the character that spoiled it the first time still does.
  if (scan.noBreakMarker === marker && scan.nonspace <= scan.noBreakUntil) return false;
  let count = 0;
  let at = scan.nonspace;
  for (; at < lineEnd; at++) {
    const code = text.charCodeAt(at);
    if (code === marker) count++;
    else if (!isBlank(code)) break;
  }
  if (at === lineEnd && count > 2) return true;
  scan.noBreakMarker = marker;
  scan.noBreakUntil = at;
  return false;
}

/** How many hashes open a heading at `start`: 1 to 6, or 0 when this is no heading. */
export function atxDepth(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === HASH) at++;
  const depth = at - start;
  if (depth > 6) return 0;
  return at === end || isBlank(text.charCodeAt(at)) ? depth : 0;
}

/** Where the heading's content ends: before blanks and before a closing run of hashes that has a blank in front of it. */
export function atxContentEnd(text: string, start: number, end: number): number {
  let contentEnd = end;
  while (contentEnd > start && isBlank(text.charCodeAt(contentEnd - 1))) contentEnd--;
  let hashes = contentEnd;
  while (hashes > start && text.charCodeAt(hashes - 1) === HASH) hashes--;
  if (hashes === contentEnd) return contentEnd;
  if (hashes === start) return start;
  if (!isBlank(text.charCodeAt(hashes - 1))) return contentEnd;
  while (hashes > start && isBlank(text.charCodeAt(hashes - 1))) hashes--;
  return hashes;
}

/** The length of the fence that opens at `start`, 0 when none does. No backtick may follow a fence of backticks. */
export function openingFenceLength(text: string, start: number, end: number, marker: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === marker) at++;
  const length = at - start;
  if (length < 3) return 0;
  if (marker === BACKTICK) {
    for (; at < end; at++) if (text.charCodeAt(at) === BACKTICK) return 0;
  }
  return length;
}

export function isClosingFence(text: string, start: number, end: number, marker: number, length: number): boolean {
  let at = start;
  while (at < end && text.charCodeAt(at) === marker) at++;
  return at - start >= length && skipBlanks(text, at, end) === end;
}

/** The depth of the heading that an underline at `start` makes of a paragraph above: 1, 2, or 0 when it is none. */
export function setextDepth(text: string, start: number, end: number): number {
  const marker = text.charCodeAt(start);
  let at = start;
  while (at < end && text.charCodeAt(at) === marker) at++;
  if (skipBlanks(text, at, end) !== end) return 0;
  return marker === DASH ? 2 : 1;
}
