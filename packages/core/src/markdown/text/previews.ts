import { characterBoundary, cutToLength } from "../../text/character-cut.js";
import {
  type BlockTable,
  FENCED_CODE,
  HEADING,
  HTML,
  INDENTED_CODE,
  LEAF_AFTER,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_LINE,
  LEAF_START,
  LEAF_STRIDE,
  OUTERMOST_QUOTE,
  outermostContainer,
  PARAGRAPH,
} from "../blocks/block-table.js";
import { isTable } from "../blocks/tables.js";
import { readableSlice } from "./utf8.js";

/** R1.7: at most 100 words, or 200 characters of a script that has no spaces between words, and 800 characters. */
const MOST_WORDS = 100;
const MOST_CHARACTERS = 800;

/** Bytes that are enough for any preview: four a character, and room for white space that is folded. */
const LONGEST_SOURCE = 8000;

interface PreviewOptions {
  /** The text is UTF-8 decoded as latin1. */
  readonly latin1: boolean;
}

/** The preview of the section whose leaves are the rows `first` to `last`, `last` not included. */
export function previewOf(
  text: string,
  blocks: BlockTable,
  first: number,
  last: number,
  { latin1 }: PreviewOptions,
): string {
  const row = previewedLeaf(text, blocks, first, last);
  if (row < 0) return "";
  const { leaves } = blocks;
  const at = row * LEAF_STRIDE;
  const kind = leaves[at + LEAF_KIND] ?? 0;
  const start = leaves[at + LEAF_START] ?? 0;
  const end = leaves[at + LEAF_END] ?? 0;
  const container = outermostContainer(leaves[at + LEAF_INFO] ?? 0);
  const read = (from: number, to: number): string =>
    readableSlice(text, from, Math.min(to, from + LONGEST_SOURCE), latin1);
  if (container !== 0) {
    const source = read(leaves[at + LEAF_LINE] ?? 0, containerEnd(blocks, row, last, container));
    if (container === OUTERMOST_QUOTE) return shorten(foldLines(source.replace(/^[ \t]*>[ \t]?/gm, "")));
    return shorten(foldLines(source));
  }
  if (kind === HTML) return shorten(foldSpaces(withoutTags(read(start, end))));
  if (kind === FENCED_CODE) return shorten(foldLines(withoutFences(read(start, end))));
  if (kind === INDENTED_CODE) return shorten(foldLines(read(start, end).replace(/^(?: {4}| {0,3}\t)/gm, "")));
  if (isTable(text, start, end)) return shorten(foldLines(read(start, end)));
  return shorten(foldSpaces(read(start, end)));
}

/** The first paragraph outside quotes, lists and tables; failing that the first of these or of code; failing that HTML. */
function previewedLeaf(text: string, blocks: BlockTable, first: number, last: number): number {
  const { leaves } = blocks;
  let other = -1;
  let html = -1;
  for (let row = first; row < last; row++) {
    const at = row * LEAF_STRIDE;
    const kind = leaves[at + LEAF_KIND];
    const start = leaves[at + LEAF_START] ?? 0;
    const end = leaves[at + LEAF_END] ?? 0;
    if (kind === PARAGRAPH && outermostContainer(leaves[at + LEAF_INFO] ?? 0) === 0 && !isTable(text, start, end)) {
      return row;
    }
    if (kind === PARAGRAPH || kind === FENCED_CODE || kind === INDENTED_CODE) {
      if (other < 0) other = row;
    } else if (kind === HTML && html < 0 && hasWords(text, start, end)) {
      html = row;
    }
  }
  return other >= 0 ? other : html;
}

/** Whether something is left of HTML when its tags are gone. */
export function hasWords(text: string, start: number, end: number): boolean {
  return withoutTags(text.slice(start, Math.min(end, start + LONGEST_SOURCE))).trim() !== "";
}

function withoutTags(html: string): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)|<[^<>]*>/g, " ");
}

function withoutFences(source: string): string {
  const lines = source.split(/\r\n|\n|\r/);
  const fence = /^(?:`{3,}|~{3,})/.exec(lines[0] ?? "")?.[0] ?? "";
  const closed = lines.length > 1 && (lines.at(-1) ?? "").trim().startsWith(fence);
  return lines.slice(1, closed ? -1 : undefined).join("\n");
}

function containerEnd(blocks: BlockTable, row: number, last: number, container: number): number {
  const { leaves } = blocks;
  let next = row;
  while (next + 1 < last) {
    const at = (next + 1) * LEAF_STRIDE;
    if (leaves[at + LEAF_KIND] === HEADING || outermostContainer(leaves[at + LEAF_INFO] ?? 0) !== container) break;
    next++;
  }
  return leaves[next * LEAF_STRIDE + LEAF_AFTER] ?? 0;
}

function foldSpaces(source: string): string {
  return source.replace(/\s+/g, " ").trim();
}

/** Lists, tables and code keep their lines and what stands before them; blank lines and trailing blanks go. */
function foldLines(source: string): string {
  const lines = source.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  return lines
    .map((line) => line.replace(/\S\s+(?=\S)/g, (gap) => `${gap[0] ?? ""} `).trimEnd())
    .join("\n")
    .replace(/^[ \t]{1,3}(?=\S)/, "");
}

/** A word weighs two, a character of a script without spaces one: 100 words or 200 such characters, or a mixture. */
function shorten(text: string): string {
  let weight = 0;
  let inWord = false;
  let at = 0;
  while (at < text.length && weight <= MOST_WORDS * 2) {
    const code = text.codePointAt(at) ?? 0;
    const dense = isDense(code);
    const space = code <= 32;
    if (dense) weight++;
    else if (!space && !inWord) weight += 2;
    if (weight > MOST_WORDS * 2) break;
    inWord = !dense && !space;
    at += code > 0xffff ? 2 : 1;
  }
  const cut = at < text.length ? text.slice(0, characterBoundary(text, at)).trimEnd() : text;
  return cutToLength(cut, MOST_CHARACTERS);
}

/** Han, kana and their punctuation; Korean has spaces. */
function isDense(code: number): boolean {
  if (code < 0x2e80) return false;
  return (
    code <= 0xa4cf ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}
