import { twiceAsLong } from "../blocks/block-table.js";

/** Links, tags, block ids and names as offsets in flat arrays; row `i` begins at `i * STRIDE`. */
export interface LinkTable {
  links: Int32Array;
  linkCount: number;
  /** Start and end of each tag, its `#` not included. */
  tags: Int32Array;
  tagCount: number;
  /** Start and end of each block id, its `^` not included. */
  blockIds: Int32Array;
  blockIdCount: number;
  /** Start and end of each name that HTML gives a place. */
  names: Int32Array;
  nameCount: number;
}

/** `[[target]]` */
export const WIKILINK = 1;
/** `![[target]]`, or `![text](note.md)` */
export const EMBED = 2;
/** `[text](target)` */
export const MARKDOWN_LINK = 3;
/** `[text][label]`, `[label][]` or `[label]`; the target stands in the definition */
export const REFERENCE_LINK = 4;

export const LINK_STRIDE = 9;
export const LINK_KIND = 0;
export const LINK_START = 1;
export const LINK_END = 2;
export const LINK_TARGET_START = 3;
export const LINK_TARGET_END = 4;
/** After the `#`, or after the `^` of `[[note^block]]`; an anchor that names a block starts with `^`. Both -1 for none. */
export const LINK_ANCHOR_START = 5;
export const LINK_ANCHOR_END = 6;
/** The alias of a wikilink or the text of another; both -1 for none. */
export const LINK_TEXT_START = 7;
export const LINK_TEXT_END = 8;

export const SPAN_STRIDE = 2;

export function createLinkTable(): LinkTable {
  return {
    links: new Int32Array(32 * LINK_STRIDE),
    linkCount: 0,
    tags: new Int32Array(16),
    tagCount: 0,
    blockIds: new Int32Array(16),
    blockIdCount: 0,
    names: new Int32Array(16),
    nameCount: 0,
  };
}

/** Adds a row with kind, start and end, and the rest empty; gives where the row begins. */
export function pushLink(table: LinkTable, kind: number, start: number, end: number): number {
  const row = table.linkCount * LINK_STRIDE;
  if (row + LINK_STRIDE > table.links.length) table.links = twiceAsLong(table.links, 0);
  const { links } = table;
  links[row] = kind;
  links[row + LINK_START] = start;
  links[row + LINK_END] = end;
  for (let at = row + LINK_TARGET_START; at < row + LINK_STRIDE; at++) links[at] = -1;
  table.linkCount++;
  return row;
}

export function pushTag(table: LinkTable, start: number, end: number): void {
  const row = table.tagCount * SPAN_STRIDE;
  if (row + SPAN_STRIDE > table.tags.length) table.tags = twiceAsLong(table.tags, 0);
  table.tags[row] = start;
  table.tags[row + 1] = end;
  table.tagCount++;
}

/** A tag inside a link's text is part of that text. */
export function dropTagsFrom(table: LinkTable, start: number): void {
  while (table.tagCount > 0 && (table.tags[(table.tagCount - 1) * SPAN_STRIDE] ?? 0) > start) table.tagCount--;
}

export function pushBlockId(table: LinkTable, start: number, end: number): void {
  const row = table.blockIdCount * SPAN_STRIDE;
  if (row + SPAN_STRIDE > table.blockIds.length) table.blockIds = twiceAsLong(table.blockIds, 0);
  table.blockIds[row] = start;
  table.blockIds[row + 1] = end;
  table.blockIdCount++;
}

export function pushName(table: LinkTable, start: number, end: number): void {
  const row = table.nameCount * SPAN_STRIDE;
  if (row + SPAN_STRIDE > table.names.length) table.names = twiceAsLong(table.names, 0);
  table.names[row] = start;
  table.names[row + 1] = end;
  table.nameCount++;
}
