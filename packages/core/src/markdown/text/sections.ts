import { PdError } from "../../model/errors.js";
import { cutToLength } from "../../text/character-cut.js";
import { scanBlocks } from "../blocks/block-scanner.js";
import {
  type BlockTable,
  HEADING,
  HTML,
  headingDepth,
  LEAF_AFTER,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_LINE,
  LEAF_START,
  LEAF_STRIDE,
  THEMATIC_BREAK,
} from "../blocks/block-table.js";
import { createAnchors } from "./anchors.js";
import { namedHeading } from "./heading-id.js";
import { hasWords, previewOf } from "./previews.js";
import { readableTextOnly } from "./readable-text.js";
import { readableSlice } from "./utf8.js";

/** A section as level 3 shows it. */
export interface Section {
  readonly heading: string;
  /** 1 to 6; 0 for the text before the first heading. */
  readonly depth: number;
  readonly preview: string;
}

/** Where a section stands in its note. */
export interface SectionRange {
  readonly heading: string;
  readonly depth: number;
  /** Unique in the note; empty for the text before the first heading. */
  readonly anchor: string;
  /** Start of the heading's line. */
  readonly start: number;
  /** Where the text after the heading starts, and where the next heading ends it. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The end with all deeper sections that follow. */
  readonly end: number;
  /** The section's own leaves: rows of the block table, `lastLeaf` not included. */
  readonly firstLeaf: number;
  readonly lastLeaf: number;
}

export interface OutlineOptions {
  readonly blocks?: BlockTable;
  /** The text is UTF-8 decoded as latin1: headings are decoded, offsets stay byte offsets. */
  readonly latin1?: boolean;
  /** Where the body starts in the text. */
  readonly start?: number;
}

const LONGEST_HEADING = 300;
/** Of a heading's source no more is read: marks and addresses may take the larger part of it. */
const LONGEST_HEADING_SOURCE = 1000;

/**
 * R1.7, R2.10: the sections of a markdown body, without its frontmatter. Every heading that CommonMark sees opens one,
 * also in a block quote or a list.
 */
export function extractSections(markdown: string): Section[] {
  // Callers without types may hand over anything.
  if (typeof markdown !== "string")
    throw new PdError("input-invalid", "The text of a note is a text", { where: "markdown" });
  const blocks = scanBlocks(markdown);
  return outline(markdown, { blocks }).map((section) => ({
    heading: section.heading,
    depth: section.depth,
    preview: sectionPreview(markdown, blocks, section),
  }));
}

/** The preview of one section, read when it is asked for. */
export function sectionPreview(text: string, blocks: BlockTable, section: SectionRange, latin1 = false): string {
  return previewOf(text, blocks, section.firstLeaf, section.lastLeaf, { latin1 });
}

/** The sections of a note with their anchors and offsets, without reading previews. */
export function outline(text: string, { latin1 = false, start = 0, blocks }: OutlineOptions = {}): SectionRange[] {
  const table = blocks ?? scanBlocks(text, undefined, start);
  const headings = headingRows(table);
  const sections: SectionRange[] = [];
  const firstHeading = headings[0] ?? table.leafCount;
  if (hasContent(text, table, firstHeading)) {
    const end = headings.length > 0 ? (table.leaves[firstHeading * LEAF_STRIDE + LEAF_LINE] ?? 0) : text.length;
    const whole = { start, contentStart: start, contentEnd: end, end };
    sections.push({ heading: "", depth: 0, anchor: "", ...whole, firstLeaf: 0, lastLeaf: firstHeading });
  }
  const anchor = createAnchors();
  const ends = deepEnds(table, headings, text.length);
  for (const [index, row] of headings.entries()) {
    const at = row * LEAF_STRIDE;
    const written = headingText(text, table.leaves[at + LEAF_START] ?? 0, table.leaves[at + LEAF_END] ?? 0, latin1);
    const { text: heading, id } = namedHeading(written);
    const next = headings[index + 1];
    sections.push({
      heading: cutToLength(heading, LONGEST_HEADING),
      depth: headingDepth(table.leaves[at + LEAF_INFO] ?? 0),
      anchor: id ?? anchor(heading),
      start: table.leaves[at + LEAF_LINE] ?? 0,
      contentStart: table.leaves[at + LEAF_AFTER] ?? 0,
      contentEnd: next === undefined ? text.length : (table.leaves[next * LEAF_STRIDE + LEAF_LINE] ?? 0),
      end: ends[index] ?? text.length,
      firstLeaf: row + 1,
      lastLeaf: next ?? table.leafCount,
    });
  }
  return sections;
}

/** A heading's readable text from the offsets of its content, with the id that it may give itself (`namedHeading`). */
export function headingText(text: string, start: number, end: number, latin1 = false): string {
  const source = readableSlice(text, start, Math.min(end, start + LONGEST_HEADING_SOURCE), latin1);
  // The lines of an underlined heading in a block quote have the quote's markers between them.
  return readableTextOnly(source.replace(/(?:\r\n|\n|\r)[ \t]*(?:>[ \t]?)*/g, " "));
}

function headingRows(blocks: BlockTable): number[] {
  const rows: number[] = [];
  for (let row = 0; row < blocks.leafCount; row++) {
    if (blocks.leaves[row * LEAF_STRIDE + LEAF_KIND] === HEADING) rows.push(row);
  }
  return rows;
}

/** Whether something can be shown of the leaves before the first heading. */
function hasContent(text: string, blocks: BlockTable, last: number): boolean {
  for (let row = 0; row < last; row++) {
    const at = row * LEAF_STRIDE;
    const kind = blocks.leaves[at + LEAF_KIND];
    if (kind === THEMATIC_BREAK) continue;
    if (kind !== HTML || hasWords(text, blocks.leaves[at + LEAF_START] ?? 0, blocks.leaves[at + LEAF_END] ?? 0))
      return true;
  }
  return false;
}

/** For each heading, where the next one that is no deeper starts. */
function deepEnds(blocks: BlockTable, headings: readonly number[], length: number): number[] {
  const ends = new Array<number>(headings.length).fill(length);
  const open: number[] = [];
  for (const [index, row] of headings.entries()) {
    const at = row * LEAF_STRIDE;
    const depth = blocks.leaves[at + LEAF_INFO] ?? 0;
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const lastRow = (headings[last] ?? 0) * LEAF_STRIDE;
      if (headingDepth(blocks.leaves[lastRow + LEAF_INFO] ?? 0) < headingDepth(depth)) break;
      ends[last] = blocks.leaves[at + LEAF_LINE] ?? length;
      open.pop();
    }
    open.push(index);
  }
  return ends;
}
