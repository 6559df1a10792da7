import { scanBlocks } from "../blocks/block-scanner.js";
import { fromLatin1 } from "../text/utf8.js";
import { scanLinks } from "./link-scanner.js";
import {
  EMBED,
  LINK_ANCHOR_END,
  LINK_ANCHOR_START,
  LINK_END,
  LINK_KIND,
  LINK_START,
  LINK_STRIDE,
  LINK_TARGET_END,
  LINK_TARGET_START,
  LINK_TEXT_END,
  LINK_TEXT_START,
  type LinkTable,
  MARKDOWN_LINK,
  SPAN_STRIDE,
  WIKILINK,
} from "./link-table.js";

export type LinkKind = "wikilink" | "embed" | "markdown" | "reference";

/** A link as the text has it; nothing is resolved, and percent-encoding is left as it is. */
export interface RawLink {
  readonly kind: LinkKind;
  /** Empty for a link into the same note. */
  readonly target: string;
  readonly anchor?: string;
  readonly block?: string;
  /** The alias of a wikilink, the text of another. */
  readonly text?: string;
  readonly start: number;
  readonly end: number;
}

export interface TextSpan {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface BodyReferences {
  readonly links: readonly RawLink[];
  readonly tags: readonly TextSpan[];
  readonly blockIds: readonly TextSpan[];
}

/** All links, tags and block ids of a markdown body as objects; for many notes `scanLinks` gives the offsets alone. */
export function findReferences(text: string, { latin1 = false }: { readonly latin1?: boolean } = {}): BodyReferences {
  const table = scanLinks(text, scanBlocks(text));
  const read = (start: number, end: number): string => {
    const slice = text.slice(start, end);
    return latin1 ? fromLatin1(slice) : slice;
  };
  return {
    links: Array.from({ length: table.linkCount }, (_, index) => linkAt(table, index, read)),
    tags: spans(table.tags, table.tagCount, read),
    blockIds: spans(table.blockIds, table.blockIdCount, read),
  };
}

type Read = (start: number, end: number) => string;

/** One row of a link table as an object. */
export function linkAt(table: LinkTable, index: number, read: Read): RawLink {
  const row = index * LINK_STRIDE;
  const column = (name: number): number => table.links[row + name] ?? -1;
  const anchorStart = column(LINK_ANCHOR_START);
  const anchor = anchorStart < 0 ? undefined : read(anchorStart, column(LINK_ANCHOR_END));
  const textStart = column(LINK_TEXT_START);
  return {
    kind: kindName(column(LINK_KIND)),
    target: read(column(LINK_TARGET_START), column(LINK_TARGET_END)),
    ...(anchor === undefined ? {} : anchor.startsWith("^") ? { block: anchor.slice(1) } : { anchor }),
    ...(textStart < 0 ? {} : { text: read(textStart, column(LINK_TEXT_END)) }),
    start: column(LINK_START),
    end: column(LINK_END),
  };
}

function kindName(kind: number): LinkKind {
  if (kind === WIKILINK) return "wikilink";
  if (kind === EMBED) return "embed";
  return kind === MARKDOWN_LINK ? "markdown" : "reference";
}

function spans(offsets: Int32Array, count: number, read: Read): TextSpan[] {
  return Array.from({ length: count }, (_, index) => {
    const start = offsets[index * SPAN_STRIDE] ?? 0;
    const end = offsets[index * SPAN_STRIDE + 1] ?? 0;
    return { name: read(start, end), start, end };
  });
}
