import { BACKSLASH, CARET, COLON, HASH, PIPE, skipWhitespace, trimEnd } from "../text/characters.js";
import { type InlineCursor, nextWikiEnd } from "./inline-cursor.js";
import {
  EMBED,
  LINK_ANCHOR_END,
  LINK_ANCHOR_START,
  LINK_TARGET_END,
  LINK_TARGET_START,
  LINK_TEXT_END,
  LINK_TEXT_START,
  type LinkTable,
  pushLink,
  WIKILINK,
} from "./link-table.js";

const LONGEST_WIKILINK = 1000;

/** Files that are shown, not read: an embed of one is no embed of a note. */
const MEDIA =
  /\.(?:3gp|avif|bmp|canvas|flac|gif|jpe?g|m4a|mkv|mov|mp3|mp4|ogg|ogv|opus|pdf|png|svg|tiff?|wav|webm|webp)$/i;
const WEB_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Reads `[[target#anchor|alias]]` at `start`; gives the offset after it, 0 when it is none. */
export function afterWikilink(cursor: InlineCursor, table: LinkTable, start: number, embed: boolean): number {
  const { text } = cursor;
  const inner = start + 2;
  let close = nextWikiEnd(cursor, inner);
  if (close + 2 > cursor.end || close - inner > LONGEST_WIKILINK) return 0;
  // `[[a|[b]]]`: the last two brackets close.
  if (text.charCodeAt(close + 2) === 93 && text.lastIndexOf("[", close) > inner) close++;
  let targetEnd = close;
  let anchor = -1;
  let pipe = -1;
  let colon = false;
  for (let at = inner; at < close; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return 0;
    if (pipe >= 0) continue;
    if (code === 91) return 0;
    if (code === COLON) colon = true;
    if (code === PIPE) pipe = at;
    else if (anchor < 0 && (code === HASH || code === CARET)) anchor = at;
  }
  if (pipe >= 0) targetEnd = text.charCodeAt(pipe - 1) === BACKSLASH ? pipe - 1 : pipe;
  const anchorEnd = trimEnd(text, inner, targetEnd);
  if (anchor >= 0) targetEnd = anchor;
  const targetStart = skipWhitespace(text, inner, targetEnd);
  targetEnd = trimEnd(text, targetStart, targetEnd);
  const after = close + 2;
  if (targetStart === targetEnd && anchor < 0) return after;
  if (embed && MEDIA.test(text.slice(targetStart, targetEnd))) return after;
  if (colon && WEB_ADDRESS.test(text.slice(targetStart, targetEnd))) return after;
  const row = pushLink(table, embed ? EMBED : WIKILINK, embed ? start - 1 : start, after);
  table.links[row + LINK_TARGET_START] = targetStart;
  table.links[row + LINK_TARGET_END] = targetEnd;
  if (anchor >= 0) {
    // `note^block` and `note#^block` are the same: the anchor starts with the caret.
    table.links[row + LINK_ANCHOR_START] = text.charCodeAt(anchor) === HASH ? anchor + 1 : anchor;
    table.links[row + LINK_ANCHOR_END] = anchorEnd;
  }
  if (pipe >= 0) {
    table.links[row + LINK_TEXT_START] = pipe + 1;
    table.links[row + LINK_TEXT_END] = close;
  }
  return after;
}
