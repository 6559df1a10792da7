import {
  BACKTICK,
  CARET,
  COLON,
  DOLLAR,
  DOT,
  EXCLAMATION,
  HASH,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LESS_THAN,
  PERCENT,
  SLASH,
} from "./characters";
import { afterAngle, afterCodeSpan, afterComment, afterFormula } from "./hidden";
import { mayName } from "./html-names";
import { beginInlines, cursor, isEscaped, nextSpecial } from "./inline-cursor";
import { BRACKETS, byteAt, LEAF_BYTES, LEAVES, MOST_BRACKETS } from "./layout";
import { dropTagsFrom, found } from "./link-table";
import { afterMarkdownLink, afterTail } from "./markdown-links";
import { HEADING, HTML, PARAGRAPH, scan } from "./scan";
import { afterBlockId, afterTag } from "./tags";
import { afterWikilink } from "./wikilinks";

let bracketCount: i32 = 0;
let linkFloor: i32 = 0;

/** Finds links, tags and block ids in the leaves that were found; false where the note is left to the TypeScript. */
export function scanInlines(length: i32): bool {
  found.links = 0;
  found.tags = 0;
  found.blockIds = 0;
  beginInlines(length);
  let hiddenUntil = 0;
  const last = LEAVES + <usize>scan.leafCount * LEAF_BYTES;
  for (let row = LEAVES; row < last && !scan.aside; row += LEAF_BYTES) {
    const kind = load<i32>(row);
    if (kind === HTML && mayName(load<i32>(row, 4), load<i32>(row, 8))) scan.aside = true;
    if (kind !== PARAGRAPH && kind !== HEADING) continue;
    cursor.end = load<i32>(row, 8);
    if (cursor.end <= hiddenUntil) continue;
    cursor.start = load<i32>(row, 4);
    hiddenUntil = scanLeaf(max(cursor.start, hiddenUntil));
  }
  return !scan.aside;
}

function scanLeaf(from: i32): i32 {
  const end = cursor.end;
  bracketCount = 0;
  linkFloor = 0;
  let after = from;
  for (let at = nextSpecial(from); at < end; at = nextSpecial(after)) {
    after = isEscaped(at) ? at + 1 : afterSpecial(at);
  }
  return after;
}

function afterSpecial(at: i32): i32 {
  switch (byteAt(at)) {
    case BACKTICK:
      return afterCodeSpan(at);
    case LESS_THAN:
      return afterTagAt(at);
    case HASH:
      return afterTag(at);
    case CARET:
      return afterBlockId(at);
    case PERCENT:
      return afterComment(at);
    case DOLLAR:
      return afterFormula(at);
    case LEFT_BRACKET:
      return afterLeftBracket(at);
    default:
      return afterRightBracket(at);
  }
}

function afterTagAt(at: i32): i32 {
  const after = afterAngle(at);
  if (mayName(at, after)) scan.aside = true;
  return after;
}

function isImage(bracket: i32): bool {
  return bracket > cursor.start && byteAt(bracket - 1) === EXCLAMATION && !isEscaped(bracket - 1);
}

function afterLeftBracket(at: i32): i32 {
  if (byteAt(at + 1) === LEFT_BRACKET) {
    const before = found.links;
    const embed = isImage(at);
    const after = afterWikilink(at, embed);
    if (after > 0 && (embed || !isBeforeTail(after))) return after;
    found.links = before;
  }
  if (bracketCount === MOST_BRACKETS) scan.aside = true;
  else {
    store<i32>(BRACKETS + ((<usize>bracketCount) << 2), at);
    bracketCount++;
  }
  return at + 1;
}

function isBeforeTail(at: i32): bool {
  if (at >= cursor.end || byteAt(at) !== LEFT_PARENTHESIS) return false;
  const after = afterTail(at - 1);
  for (let place = at; place < after; place++) {
    const code = byteAt(place);
    if (code === HASH || code === DOT || code === SLASH || code === COLON) return true;
  }
  return false;
}

function afterRightBracket(at: i32): i32 {
  if (bracketCount === 0) return at + 1;
  const index = --bracketCount;
  const opener = load<i32>(BRACKETS + ((<usize>index) << 2));
  const image = isImage(opener);
  const mayLink = image || index >= linkFloor;
  if (linkFloor > index) linkFloor = index;
  if (!mayLink) return at + 1;
  const after = afterMarkdownLink(opener, at, image);
  if (after === 0) return at + 1;
  dropTagsFrom(opener);
  if (!image) linkFloor = index;
  return after;
}
