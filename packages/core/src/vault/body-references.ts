import type { BlockTable } from "../markdown/block-table.js";
import { scanLinks } from "../markdown/link-scanner.js";
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
} from "../markdown/link-table.js";
import { readableText } from "../markdown/readable-text.js";
import { fromLatin1 } from "../markdown/utf8.js";
import type { NoteLink } from "./note.js";

export interface BodyReferences {
  readonly links: readonly NoteLink[];
  readonly tags: readonly string[];
  readonly blockIds: readonly string[];
}

/** More links than any note has that a person wrote; what comes after is not followed. */
const MOST_LINKS = 10_000;
const MOST_SPANS = 1000;
const TEXT_LENGTH = 200;

const table: LinkTable = createLinkTable();

/** The links, tags and block ids of a body. The text is UTF-8 as latin1; places are bytes of the file. */
export function bodyReferences(text: string, blocks: BlockTable, bodyStart: number): BodyReferences {
  scanLinks(text, blocks, table);
  const links: NoteLink[] = [];
  const lineAt = lineCounter(text);
  for (let index = 0; index < Math.min(table.linkCount, MOST_LINKS); index += 1) {
    const row = index * LINK_STRIDE;
    const start = column(row, LINK_START);
    if (start >= bodyStart) links.push(linkAt(text, row, lineAt(start)));
  }
  return {
    links,
    tags: spans(text, table.tags, table.tagCount),
    blockIds: spans(text, table.blockIds, table.blockIdCount),
  };
}

function column(row: number, name: number): number {
  return table.links[row + name] ?? -1;
}

function linkAt(text: string, row: number, line: number): NoteLink {
  const kind = column(row, LINK_KIND);
  const target = slice(text, column(row, LINK_TARGET_START), column(row, LINK_TARGET_END));
  const shown = readableText(
    slice(
      text,
      column(row, LINK_TEXT_START),
      Math.min(column(row, LINK_TEXT_END), column(row, LINK_TEXT_START) + TEXT_LENGTH),
    ),
  );
  return {
    // An embed is written both ways; brackets follow its `!` where it is a wikilink.
    form:
      kind === WIKILINK || (kind === EMBED && text.startsWith("![[", column(row, LINK_START))) ? "wikilink" : "path",
    relation: kind === EMBED ? "embeds" : "references",
    target,
    anchor: slice(text, column(row, LINK_ANCHOR_START), column(row, LINK_ANCHOR_END)),
    text: shown === target ? "" : shown,
    start: column(row, LINK_START),
    line,
  };
}

function slice(text: string, start: number, end: number): string {
  return start < 0 ? "" : fromLatin1(text.slice(start, end));
}

/** Links come in order, so lines are counted once. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}

function spans(text: string, offsets: Int32Array, count: number): readonly string[] {
  if (count === 0) return [];
  return Array.from({ length: Math.min(count, MOST_SPANS) }, (_, index) =>
    fromLatin1(text.slice(offsets[index * SPAN_STRIDE], offsets[index * SPAN_STRIDE + 1])),
  );
}
