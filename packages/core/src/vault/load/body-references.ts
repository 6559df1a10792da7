import type { BlockTable } from "../../markdown/blocks/block-table.js";
import { scanLinks } from "../../markdown/links/link-scanner.js";
import {
  createLinkTable,
  EMBED,
  LINK_ANCHOR_END,
  LINK_ANCHOR_START,
  LINK_KIND,
  LINK_START,
  LINK_STRIDE,
  LINK_TARGET_END,
  LINK_TARGET_START,
  LINK_TEXT_END,
  LINK_TEXT_START,
  type LinkTable,
  SPAN_STRIDE,
  WIKILINK,
} from "../../markdown/links/link-table.js";
import { readableText } from "../../markdown/text/readable-text.js";
import { fromLatin1 } from "../../markdown/text/utf8.js";
import type { NoteLink } from "../notes/note.js";
import { linkKind, writeLinks } from "../notes/note-codec.js";
import type { NotePacker } from "../notes/note-packer.js";
import type { StringTable } from "../notes/string-table.js";

import { isMostlyLinks } from "./link-share.js";

/** A note's text as it is parsed: its bytes, and the same as latin1. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly blocks: BlockTable;
  readonly bodyStart: number;
}

export interface BodyReferences {
  readonly tags: readonly string[];
  /** As `Note.blocks`. */
  readonly blockIds: readonly string[];
  readonly isMostlyLinks: boolean;
}

/** More links than any note has that a person wrote; what comes after is not followed. */
const MOST_LINKS = 10_000;
const MOST_SPANS = 1000;
const TEXT_LENGTH = 200;

const table: LinkTable = createLinkTable();

const REFERENCES = { wikilink: linkKind("wikilink", "references"), path: linkKind("path", "references") };
const EMBEDS = { wikilink: linkKind("wikilink", "embeds"), path: linkKind("path", "embeds") };

/** Packs the links of a body after those that the frontmatter declares; gives its tags and the names of its places. Places are bytes of the file. */
export function writeBodyLinks(
  { links: writer, strings }: Pick<NotePacker, "links" | "strings">,
  { bytes, text, blocks, bodyStart }: Body,
  declared: readonly NoteLink[],
): BodyReferences {
  writeLinks(writer, strings, declared);
  scanLinks(text, blocks, table);
  const { links } = table;
  const lineAt = lineCounter(text);
  const end = Math.min(table.linkCount, MOST_LINKS) * LINK_STRIDE;
  for (let row = 0; row < end; row += LINK_STRIDE) {
    const start = links[row + LINK_START]!;
    if (start < bodyStart) continue;
    const target = intern(strings, bytes, links[row + LINK_TARGET_START]!, links[row + LINK_TARGET_END]!);
    const textStart = links[row + LINK_TEXT_START]!;
    const shown = textStart < 0 ? 0 : strings.internText(shownText(text, textStart, links[row + LINK_TEXT_END]!));
    writer.number(kindAt(text, row));
    writer.number(target);
    writer.number(shown === target ? 0 : shown);
    writer.number(intern(strings, bytes, links[row + LINK_ANCHOR_START]!, links[row + LINK_ANCHOR_END]!));
    writer.number(start);
    writer.number(lineAt(start));
  }
  const blockIds = spans(text, table.blockIds, table.blockIdCount);
  const names = spans(text, table.names, table.nameCount);
  return {
    tags: spans(text, table.tags, table.tagCount),
    // No block id begins so.
    blockIds: names.length === 0 ? blockIds : [...blockIds, ...names.map((name) => `#${name}`)],
    isMostlyLinks: isMostlyLinks(text, blocks, table),
  };
}

/** The tags of a body alone. */
export function bodyTags({ text, blocks }: Body): readonly string[] {
  scanLinks(text, blocks, table);
  return spans(text, table.tags, table.tagCount);
}

function intern(strings: StringTable, bytes: Uint8Array, start: number, end: number): number {
  return start < 0 ? 0 : strings.intern(bytes, start, end);
}

function kindAt(text: string, row: number): number {
  const kind = table.links[row + LINK_KIND];
  if (kind === WIKILINK) return REFERENCES.wikilink;
  if (kind !== EMBED) return REFERENCES.path;
  // An embed is written both ways; brackets follow its `!` where it is a wikilink.
  return text.startsWith("![[", table.links[row + LINK_START]) ? EMBEDS.wikilink : EMBEDS.path;
}

/** What a link shows, as it reads, from its place in latin1. */
function shownText(text: string, start: number, end: number): string {
  return readableText(fromLatin1(text.slice(start, Math.min(end, start + TEXT_LENGTH))));
}

/** Links come in order, so lines are counted once. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  };
}

function spans(text: string, offsets: Int32Array, count: number): readonly string[] {
  if (count === 0) return [];
  return Array.from({ length: Math.min(count, MOST_SPANS) }, (_, index) =>
    fromLatin1(text.slice(offsets[index * SPAN_STRIDE], offsets[index * SPAN_STRIDE + 1])),
  );
}
