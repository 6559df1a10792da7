import type { InlineCursor } from "../links/inline-cursor.js";
import { type LinkTable, pushName } from "../links/link-table.js";
import { afterAngle } from "../links/raw-inlines.js";
import { EXCLAMATION } from "../text/characters.js";

// What HTML calls a place: the `id` of any tag, and the `name` of an `<a>`. `#x` leads there, as it leads to a heading.

const LONGEST_NAME = 200;

/** Its text is no HTML. */
const NO_TAGS_INSIDE = /<(?:script|style|textarea)(?![a-z0-9-])/iy;
const LINK_TAG = /<a(?![a-z0-9-])/iy;
/** With a blank or a slash after it: `<https://…>` is no tag. */
const TAG_NAME = /<[a-z][a-z0-9-]*(?=[ \t\r\n\f/])/iy;
/** An attribute and its value, in quotes or not. White space is HTML's: a byte of UTF-8 may look like the no-break space. */
const ATTRIBUTE =
  /[ \t\r\n\f/]*([^ \t\r\n\f"'<>/=]+)(?:[ \t\r\n\f]*=[ \t\r\n\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\f"'=<>`]+)))?/y;

/** Adds the names of all tags in the HTML block that the cursor stands on. */
export function addBlockNames(cursor: InlineCursor, table: LinkTable): void {
  const { text, start, end } = cursor;
  if (startsAt(NO_TAGS_INSIDE, text, start)) return;
  let after = start;
  for (let at = text.indexOf("<", start); at >= 0 && at < end; at = text.indexOf("<", after)) {
    after = afterAngle(cursor, at);
    if (text.charCodeAt(at + 1) !== EXCLAMATION) addTagNames(text, table, at, after);
    // The rest is a comment that nothing ends.
    else if (after === at + 4) return;
  }
}

/** Adds the names that the tag between two places has, where one stands there. */
export function addTagNames(text: string, table: LinkTable, start: number, end: number): void {
  if (end - start < 6 || !startsAt(TAG_NAME, text, start)) return;
  const tag = text.slice(start, end - 1);
  const isLink = startsAt(LINK_TAG, text, start);
  ATTRIBUTE.lastIndex = TAG_NAME.lastIndex - start;
  for (let match = ATTRIBUTE.exec(tag); match !== null; match = ATTRIBUTE.exec(tag)) {
    const key = match[1]!.toLowerCase();
    if (key !== "id" && !(key === "name" && isLink)) continue;
    const { length } = match[2] ?? match[3] ?? match[4] ?? "";
    const to = start + ATTRIBUTE.lastIndex - (match[4] === undefined ? 1 : 0);
    if (length > 0 && length <= LONGEST_NAME) pushName(table, to - length, to);
  }
}

function startsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
