import { characterBoundary } from "../../text/character-cut.js";
import { sentenceEnd } from "../../text/sentence-ends.js";
import { scanBlocks } from "../blocks/block-scanner.js";
import {
  type BlockTable,
  containerCount,
  HEADING,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_START,
  LEAF_STRIDE,
  PARAGRAPH,
} from "../blocks/block-table.js";
import { isTable } from "../blocks/tables.js";
import { isLineEnd } from "./characters.js";
import { readableText } from "./readable-text.js";
import { readableSlice } from "./utf8.js";

export interface SentenceOptions {
  readonly blocks?: BlockTable;
  /** The text is UTF-8 decoded as latin1, and `offset` a byte offset. */
  readonly latin1?: boolean;
  /** Nothing that stands before this place belongs to the sentence. */
  readonly from?: number;
}

const LONGEST_SENTENCE = 300;

/** How far a sentence is looked for to either side; one that reaches further is cut anyway. */
const REACH = 700;

/**
 * The sentence around the link that starts at `offset`, as it reads, links unwrapped to their text. It never leaves the
 * paragraph, list item, heading or table cell of the link. Empty where no text stands.
 */
export function sentenceAround(text: string, offset: number, options: SentenceOptions = {}): string {
  const { latin1 = false, blocks = scanBlocks(text), from = 0 } = options;
  const row = leafAround(blocks, offset);
  if (row < 0) return "";
  const leafStart = blocks.leaves[row + LEAF_START] ?? 0;
  const leafEnd = blocks.leaves[row + LEAF_END] ?? 0;
  const cell = isTable(text, leafStart, leafEnd);
  const start = cell ? cellStart(text, offset, leafStart) : Math.max(leafStart, offset - REACH, from);
  const end = cell ? cellEnd(text, offset, leafEnd) : Math.min(leafEnd, offset + REACH);
  const quoted = containerCount(blocks.leaves[row + LEAF_INFO] ?? 0) > 0;
  const before = withoutMarkers(readableSlice(text, start, offset, latin1), quoted);
  const after = withoutMarkers(readableSlice(text, offset, end, latin1), quoted);
  return sentence(before, after);
}

/** The row of the paragraph or heading that holds `offset`, -1 for none. */
function leafAround({ leaves, leafCount }: BlockTable, offset: number): number {
  let low = 0;
  let high = leafCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((leaves[middle * LEAF_STRIDE + LEAF_START] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const row = low * LEAF_STRIDE;
  const kind = leafCount === 0 ? 0 : leaves[row + LEAF_KIND];
  if (kind !== PARAGRAPH && kind !== HEADING) return -1;
  return (leaves[row + LEAF_START] ?? 0) <= offset && offset < (leaves[row + LEAF_END] ?? 0) ? row : -1;
}

function cellStart(text: string, offset: number, leafStart: number): number {
  let at = offset;
  while (at > leafStart && at > offset - REACH && !isBar(text, at - 1) && !isLineEnd(text.charCodeAt(at - 1))) at--;
  return at;
}

function cellEnd(text: string, offset: number, leafEnd: number): number {
  // The bar of a link's own alias parts no cells, though a strict table would have it escaped.
  const link = text.startsWith("[[", offset) || text.startsWith("![[", offset) ? text.indexOf("]]", offset) : -1;
  let at = link > 0 && link < Math.min(leafEnd, offset + REACH) ? link : offset;
  while (at < leafEnd && at < offset + REACH && !isBar(text, at) && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

function isBar(text: string, at: number): boolean {
  return text.charCodeAt(at) === 124 && text.charCodeAt(at - 1) !== 92;
}

function withoutMarkers(source: string, quoted: boolean): string {
  return source.replace(quoted ? /(?:\r\n|\n|\r)[ \t]*(?:>[ \t]?)*/g : /\s*(?:\r\n|\n|\r)\s*/g, " ");
}

/** What a link looks like at its start; its own text holds no sentence end that counts. */
const LINK = /^!?\[\[[^\n]*?\]\]|^!?\[(?:[^[\]]|\[[^[\]]*\])*\](?:\((?:<[^<>]*>|(?:[^()]|\([^()]*\))*)\)|\[[^[\]]*\])?/;

/** Most links of a vault are wikilinks, and found without the pattern, which takes its time to compile. */
function linkAt(text: string): string {
  if (!text.startsWith("[[")) return LINK.exec(text)?.[0] ?? "";
  const [line = ""] = text.split("\n", 1);
  const end = line.indexOf("]]");
  return end < 0 ? (LINK.exec(text)?.[0] ?? "") : line.slice(0, end + 2);
}

function sentence(before: string, after: string): string {
  const link = linkAt(after);
  const rest = after.slice(link.length);
  const lead = before.slice(lastSentenceEnd(before)).replace(/^\s*(?:\[[ xX]\]\s+)?/, "");
  const tail = rest.slice(0, firstSentenceEnd(rest));
  const whole = readableText(lead + link + tail);
  if (whole.length <= LONGEST_SENTENCE) return whole;
  return window(whole, readableText(`${lead}${link}`).length);
}

/** Cuts a long sentence so that the link, which ends at about `linkEnd`, stays in it. */
function window(whole: string, linkEnd: number): string {
  const room = LONGEST_SENTENCE - 2;
  const start = linkEnd <= room * 0.8 ? 0 : Math.min(Math.round(linkEnd - room * 0.6), whole.length - room);
  const from = start === 0 ? 0 : nextWord(whole, characterBoundary(whole, start));
  const to = characterBoundary(whole, from + room);
  const lastSpace = whole.lastIndexOf(" ", to);
  const end = to === whole.length ? to : lastSpace > linkEnd ? lastSpace : to;
  return `${from > 0 ? "…" : ""}${whole.slice(from, end).trim()}${end < whole.length ? "…" : ""}`;
}

function nextWord(text: string, at: number): number {
  const space = text.indexOf(" ", at);
  return space >= 0 && space < at + 30 ? space + 1 : at;
}

function lastSentenceEnd(before: string): number {
  const text = withoutLinkMarks(before);
  let end = 0;
  for (let next = sentenceEnd(text, 0); next >= 0; next = sentenceEnd(text, next)) end = next;
  return end;
}

function firstSentenceEnd(rest: string): number {
  const end = sentenceEnd(withoutLinkMarks(rest), 0);
  return end < 0 ? rest.length : end;
}

/** The same text with every wikilink blanked out, position by position: a `!` in the heading that a link names ends no sentence. */
function withoutLinkMarks(text: string): string {
  if (!text.includes("[[")) return text;
  return text.replace(/\[\[[^[\]]*\]\]/g, (link) => "x".repeat(link.length));
}
