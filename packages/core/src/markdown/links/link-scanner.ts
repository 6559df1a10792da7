import {
  type BlockTable,
  HEADING,
  HTML,
  LEAF_END,
  LEAF_KIND,
  LEAF_START,
  LEAF_STRIDE,
  PARAGRAPH,
} from "../blocks/block-table.js";
import { addBlockNames, addTagNames } from "../blocks/html-names.js";
import {
  BACKTICK,
  CARET,
  DOLLAR,
  EXCLAMATION,
  HASH,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LESS_THAN,
  PERCENT,
} from "../text/characters.js";
import { afterComment, afterFormula } from "./hidden-inlines.js";
import { createInlineCursor, type InlineCursor, isEscaped, nextSpecial, readText } from "./inline-cursor.js";
import { createLinkTable, dropTagsFrom, type LinkTable } from "./link-table.js";
import { afterMarkdownLink, afterTail } from "./markdown-links.js";
import { afterAngle, afterCodeSpan } from "./raw-inlines.js";
import { type Labels, readLabels } from "./reference-labels.js";
import { afterBlockId, afterTag } from "./tags.js";
import { afterWikilink } from "./wikilinks.js";

const cursor: InlineCursor = createInlineCursor();

/** Open square brackets of the leaf that is read. Those below `linkFloor` can no longer be a link, as one closed after them. */
let brackets = new Int32Array(64);
let bracketCount = 0;
let linkFloor = 0;

/**
 * Finds links, tags and block ids in the paragraphs and headings of a scanned text: not in code, HTML, comments or formulas; and what HTML names.
 * Time grows with the text alone; nothing is parsed beyond what these need.
 */
export function scanLinks(text: string, blocks: BlockTable, table: LinkTable = createLinkTable()): LinkTable {
  table.linkCount = 0;
  table.tagCount = 0;
  table.blockIdCount = 0;
  table.nameCount = 0;
  readText(cursor, text);
  const labels = readLabels(text, blocks);
  const { leaves, leafCount } = blocks;
  let hiddenUntil = 0;
  for (let row = 0; row < leafCount * LEAF_STRIDE; row += LEAF_STRIDE) {
    const kind = leaves[row + LEAF_KIND];
    if (kind !== PARAGRAPH && kind !== HEADING && kind !== HTML) continue;
    cursor.end = leaves[row + LEAF_END] ?? 0;
    // A comment may have begun in a paragraph before.
    if (cursor.end <= hiddenUntil) continue;
    cursor.start = leaves[row + LEAF_START] ?? 0;
    if (kind === HTML) addBlockNames(cursor, table);
    else hiddenUntil = scanLeaf(table, labels, Math.max(cursor.start, hiddenUntil));
  }
  cursor.text = "";
  return table;
}

/** Gives how far it came: beyond the leaf where a comment reaches so far. */
function scanLeaf(table: LinkTable, labels: Labels, from: number): number {
  const end = cursor.end;
  bracketCount = 0;
  linkFloor = 0;
  let after = from;
  for (let at = nextSpecial(cursor, from); at < end; at = nextSpecial(cursor, after)) {
    after = isEscaped(cursor, at) ? at + 1 : afterSpecial(table, labels, at);
  }
  return after;
}

function afterSpecial(table: LinkTable, labels: Labels, at: number): number {
  switch (cursor.text.charCodeAt(at)) {
    case BACKTICK:
      return afterCodeSpan(cursor, at);
    case LESS_THAN:
      return afterTagAt(table, at);
    case HASH:
      return afterTag(cursor, table, at);
    case CARET:
      return afterBlockId(cursor, table, at);
    case PERCENT:
      return afterComment(cursor, at);
    case DOLLAR:
      return afterFormula(cursor, at);
    case LEFT_BRACKET:
      return afterLeftBracket(table, at);
    default:
      return afterRightBracket(table, labels, at);
  }
}

function afterTagAt(table: LinkTable, at: number): number {
  const after = afterAngle(cursor, at);
  addTagNames(cursor.text, table, at, after);
  return after;
}

function isImage(bracket: number): boolean {
  return (
    bracket > cursor.start && cursor.text.charCodeAt(bracket - 1) === EXCLAMATION && !isEscaped(cursor, bracket - 1)
  );
}

function afterLeftBracket(table: LinkTable, at: number): number {
  if (cursor.text.charCodeAt(at + 1) === LEFT_BRACKET) {
    const before = table.linkCount;
    const embed = isImage(at);
    const after = afterWikilink(cursor, table, at, embed);
    // `[[options]](#options)` is a link that shows brackets.
    if (after > 0 && (embed || !isBeforeTail(after))) return after;
    table.linkCount = before;
  }
  if (bracketCount === brackets.length) {
    const more = new Int32Array(brackets.length * 2);
    more.set(brackets);
    brackets = more;
  }
  brackets[bracketCount++] = at;
  return at + 1;
}

/** Whether an address follows in parentheses. The plural of `[[cat]](s)` is none. */
function isBeforeTail(at: number): boolean {
  if (at >= cursor.end || cursor.text.charCodeAt(at) !== LEFT_PARENTHESIS) return false;
  return ADDRESS.test(cursor.text.slice(at, afterTail(cursor, at - 1)));
}

const ADDRESS = /[#./:]/;

function afterRightBracket(table: LinkTable, labels: Labels, at: number): number {
  if (bracketCount === 0) return at + 1;
  const index = --bracketCount;
  const opener = brackets[index] ?? 0;
  const image = isImage(opener);
  const mayLink = image || index >= linkFloor;
  if (linkFloor > index) linkFloor = index;
  if (!mayLink) return at + 1;
  const after = afterMarkdownLink(cursor, table, labels, opener, at, image);
  if (after === 0) return at + 1;
  dropTagsFrom(table, opener);
  // A link holds no link, so the brackets around it are text; an image may stand in one.
  if (!image) linkFloor = index;
  return after;
}
