import { isTable } from "../../markdown/blocks/tables.js";

/** How well a paragraph can describe its note: prose before a notice, a notice before a row of links, and some not at all. */
export const PROSE = 0;
export const NOTICE = 1;
export const LINKS = 2;
export const NOTHING = 3;

/** Of a paragraph no more is looked at. */
const LONGEST_LOOK = 2000;

/**
 * What a quote begins with that is said beside the text: `Stability: 2`, `**Note:**`, `[!WARNING]`, a warning sign (as the bytes of its UTF-8), or a
 * command and no more. Other quotes stay: many a README says in one what it is about.
 */
const QUOTED_NOTICE = /^(?:[*_]*[A-Z][A-Za-z]*[*_]*:|\[![^[\]\s]+\]|\xe2\x9a\xa0|`[^`]*`$)/;

/** `:::note Title`, `!!! warning "Title"`, `??? tip`, and `:::` that ends the first. */
const ADMONITION = /^(?::{3,}[ \t]*[\w-]*[^\r\n]*|(?:!!!|\?\?\?\+?)[ \t]+[\w-]+[^\r\n]*)/;
const OPENS = /^:{3,}[ \t]*[\w-]/;
const CLOSES = /(?:^|[\r\n])[ \t]*:{3,}[ \t]*$/;

/** `[TOC]`, `[[toc]]`, `[[_TOC_]]`, or an entry that leads to a heading of the same note. */
const CONTENTS = /^(?:\[{1,2}_?toc_?\]{1,2}|\[[^[\]]*\]\(#[^()]*\))$/i;
/** Documentation sites read `.md` as MDX too. */
const ESM = /^(?:import\s+(?:["']|[\w$*{][^;\r\n]*\sfrom\s+["'])|export\s+(?:const|default)\s)/;
/** Lines of Logseq's and Dataview's properties alone: `key:: value`. */
const PROPERTIES = /^(?:[A-Za-z][\w-]*::[^\r\n]*(?:\r?\n[ \t]*|$))+$/;
const TAGS = /^(?:#[^\s#]+[\s,]*)+$/;
/** A link of any form; what stands between links, and before one in a row of them ("Edit on: "), is no sentence. */
const LINK = /!?\[\[[^[\]]*\]\]|!?\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])|<https?:[^<>\s]*>|https?:\/\/\S+/g;
/** Marks alone, some of them (dots, bars, arrows) as the bytes of their UTF-8. */
const BETWEEN = /^(?:[\s|,;:>*_\\/()&+-]|\xc2[\xa0\xb7]|\xe2[\x80-\x9e][\x80-\xbf])*$/;

/** Tells what paragraphs are worth, one after the other: what stands in an admonition is a notice. The text is UTF-8 decoded as latin1. */
export function createParagraphWorth(text: string): (start: number, end: number, isQuote: boolean) => number {
  let inside = false;
  let inNotice = false;
  return (start, end, isQuote) => {
    const look = text.slice(start, Math.min(end, start + LONGEST_LOOK));
    const isMarked = ADMONITION.test(look);
    const wasInside = inside;
    if (OPENS.test(look)) inside = !CLOSES.test(look);
    else if (inside && CLOSES.test(look)) inside = false;
    if (isMarked || wasInside) return NOTICE;
    // What follows in the same quote belongs to it.
    inNotice = isQuote && (inNotice || QUOTED_NOTICE.test(look));
    if (inNotice) return NOTICE;
    if (CONTENTS.test(look) || TAGS.test(look) || PROPERTIES.test(look) || ESM.test(look) || isTable(text, start, end))
      return NOTHING;
    return look.includes("[") || look.includes("http") ? linkWorth(look) : PROSE;
  };
}

/** One link alone may be a sentence in itself; several with nothing but marks between them are a row. */
function linkWorth(look: string): number {
  const rest = look.replace(LINK, "");
  return rest !== look && BETWEEN.test(rest) ? LINKS : PROSE;
}

/** Where the text after an admonition's marker begins. */
export function afterAdmonition(text: string, start: number, end: number): number {
  const marker = ADMONITION.exec(text.slice(start, Math.min(end, start + LONGEST_LOOK)))?.[0];
  if (marker === undefined) return start;
  let at = start + marker.length;
  while (at < end && /\s/.test(text[at]!)) at += 1;
  return at;
}
