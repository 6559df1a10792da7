import { BLOCK_IDS, LINK_BYTES, LINKS, MOST_LINKS, MOST_SPANS, TAGS } from "./layout";
import { scan } from "./scan";

export const WIKILINK: i32 = 1;
export const EMBED: i32 = 2;
export const MARKDOWN_LINK: i32 = 3;

/** What the scan of inlines found. */
export namespace found {
  export let links: i32 = 0;
  export let tags: i32 = 0;
  export let blockIds: i32 = 0;
}

/** Adds a row with kind, start and target; gives its address. */
export function pushLink(kind: i32, start: i32, end: i32, targetStart: i32, targetEnd: i32): usize {
  if (found.links === MOST_LINKS) {
    scan.aside = true;
    return LINKS;
  }
  const row = LINKS + <usize>found.links * LINK_BYTES;
  found.links++;
  store<i32>(row, kind);
  store<i32>(row, start, 4);
  store<i32>(row, end, 8);
  store<i32>(row, targetStart, 12);
  store<i32>(row, targetEnd, 16);
  setAnchor(row, -1, -1);
  setText(row, -1, -1);
  return row;
}

export function setAnchor(row: usize, start: i32, end: i32): void {
  store<i32>(row, start, 20);
  store<i32>(row, end, 24);
}

export function setText(row: usize, start: i32, end: i32): void {
  store<i32>(row, start, 28);
  store<i32>(row, end, 32);
}

export function pushTag(start: i32, end: i32): void {
  if (found.tags === MOST_SPANS) scan.aside = true;
  else {
    pushSpan(TAGS + ((<usize>found.tags) << 3), start, end);
    found.tags++;
  }
}

/** A tag inside a link's text is part of that text. */
export function dropTagsFrom(start: i32): void {
  while (found.tags > 0 && load<i32>(TAGS + ((<usize>(found.tags - 1)) << 3)) > start) found.tags--;
}

export function pushBlockId(start: i32, end: i32): void {
  if (found.blockIds === MOST_SPANS) scan.aside = true;
  else {
    pushSpan(BLOCK_IDS + ((<usize>found.blockIds) << 3), start, end);
    found.blockIds++;
  }
}

function pushSpan(row: usize, start: i32, end: i32): void {
  store<i32>(row, start);
  store<i32>(row, end, 4);
}
