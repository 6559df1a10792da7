import { isAscii } from "../ascii.js";
import { scanBlocks } from "./block-scanner.js";
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
} from "./block-table.js";
import { characterBoundary } from "./character-cut.js";
import { isLineEnd } from "./characters.js";
import { readableText } from "./readable-text.js";
import { isTable } from "./tables.js";
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

/** After the mark, closing quotes and brackets belong to the sentence; a space has to follow, but not after CJK marks. */
const SENTENCE_END = /[。！？｡][」』”’）)]*|(?:[.!?…]+)["'”’)\]*_]*(?=\s)/gu;

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "e.g i.e etc vs cf ca al approx resp incl dr mr mrs ms prof st jr sr fig figs no nos vol p pp ed eds inc ltd co bzw usw z.b d.h u.a".split(
    " ",
  ),
);

/** The same as a pattern, for words beyond ASCII. Made when there is one: it takes longer than all else that is done for a note. */
let beyondAscii: RegExp | undefined;

/** Short words and numbers that a full stop does not end, a single letter among them. */
function isAbbreviation(text: string): boolean {
  const word = text.slice(text.search(/[^\s(["']*$/));
  if (isAscii(word)) return ABBREVIATIONS.has(word.toLowerCase()) || /^(?:[a-z]|\d{1,3})$/i.test(word);
  beyondAscii ??= new RegExp(`^(?:${[...ABBREVIATIONS].join("|").replaceAll(".", "\\.")}|\\d{1,3}|\\p{L})$`, "iu");
  return beyondAscii.test(word);
}

/** The text of an ended sentence does not go on in lower case. */
function goesOn(rest: string): boolean {
  if (rest === "") return false;
  const code = rest.charCodeAt(0);
  return code < 0x80 ? code >= 0x61 && code <= 0x7a : /^\p{Ll}/u.test(rest);
}

function endsSentence(text: string, match: RegExpExecArray): boolean {
  const mark = match[0];
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const rest = text.slice(match.index + mark.length, match.index + mark.length + 40).trimStart();
  if (goesOn(rest)) return false;
  return !isAbbreviation(text.slice(Math.max(0, match.index - 12), match.index));
}

function lastSentenceEnd(before: string): number {
  let end = 0;
  for (let next = sentenceEnd(before, 0); next >= 0; next = sentenceEnd(before, next)) end = next;
  return end;
}

function firstSentenceEnd(rest: string): number {
  const end = sentenceEnd(rest, 0);
  return end < 0 ? rest.length : end;
}

/** Where the next sentence ends, or -1. Not by `matchAll`, which makes the pattern anew each time. */
function sentenceEnd(text: string, from: number): number {
  SENTENCE_END.lastIndex = from;
  for (let match = SENTENCE_END.exec(text); match !== null; match = SENTENCE_END.exec(text)) {
    if (endsSentence(text, match)) return match.index + match[0].length;
  }
  return -1;
}
