import {
  type BlockTable,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_START,
  LEAF_STRIDE,
  OUTERMOST_QUOTE,
  outermostContainer,
  PARAGRAPH,
} from "../markdown/block-table.js";
import { sentenceAround } from "../markdown/sentences.js";

/**
 * How a note without a description is described: by its first sentence of prose. Badges and the macros of documentation sites say nothing of
 * it; a notice stands in where there is nothing else. The text is UTF-8 decoded as latin1.
 */
export function firstSentence(text: string, blocks: BlockTable): string {
  const { leaves, leafCount } = blocks;
  let notice = "";
  for (let row = 0; row < leafCount * LEAF_STRIDE; row += LEAF_STRIDE) {
    if (leaves[row + LEAF_KIND] !== PARAGRAPH) continue;
    const start = leaves[row + LEAF_START]!;
    const end = leaves[row + LEAF_END]!;
    const isQuote = outermostContainer(leaves[row + LEAF_INFO]!) === OUTERMOST_QUOTE;
    const isNotice = isQuote && NOTICE.test(text.slice(start, Math.min(end, start + LONGEST_LOOK)));
    if (isNotice && notice !== "") continue;
    const from = proseStart(text, start, end);
    const sentence = from < 0 ? "" : sentenceAround(text, from, { blocks, latin1: true, from });
    if (sentence === "") continue;
    if (!isNotice) return sentence;
    notice = sentence;
  }
  return notice;
}

/**
 * What a quote begins with that is said beside the text: `Stability: 2`, `**Note:**`, `[!WARNING]`, a warning sign (as the bytes of its UTF-8), or a
 * command and no more. Other quotes stay: many a README says in one what it is about.
 */
const NOTICE = /^(?:[*_]*[A-Z][A-Za-z]*[*_]*:|\[![A-Za-z]+\]|\xe2\x9a\xa0|`[^`]*`$)/;

/** What a decoration begins with: most paragraphs begin otherwise and need no second look. */
const DECORATED = /[{[!<]/;
/** Of a paragraph no more is looked at: one that is decoration so far is taken for it, its last address cut off or not. */
const LONGEST_LOOK = 2000;
const LONGEST_CUT = 500;

/** `{{macro}}`, `{{< shortcode >}}`, `{% tag %}`, an embed, an image that is a link, an image, `[!NOTE]`, a comment, a tag. */
const DECORATION = new RegExp(
  [
    /\{\{[^{}]*\}\}/,
    /\{%[^{}]*%\}/,
    /!\[\[[^[\]]*\]\]/,
    /\[!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?\s*\](?:\([^()]*\)|\[[^[\]]*\])?/,
    /!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?/,
    /\[![a-z]+\]/,
    /<!--[^>]*-->/,
    /<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iy",
);
/** What parts badges: blanks, bars, dots (as the bytes of their UTF-8), a line's end with what a quote has there. */
const BETWEEN = /(?:[ \t|,>*_\\/-]|&nbsp;|\xc2[\xa0\xb7]|\xe2\x80\xa2)+|(?:\r\n|\n|\r)[ \t>]*/y;

/** Where the first line begins that is more than decoration; -1 where none is. */
function proseStart(text: string, start: number, end: number): number {
  if (!DECORATED.test(text[start] ?? "")) return start;
  const look = text.slice(start, Math.min(end, start + LONGEST_LOOK));
  let line = 0;
  let at = 0;
  while (at < look.length) {
    const piece = matchAt(DECORATION, look, at) || matchAt(BETWEEN, look, at);
    if (piece === "") return isCutOff(look, at, end - start) ? -1 : start + line;
    at += piece.length;
    if (/^[\r\n]/.test(piece)) line = at;
  }
  return -1;
}

function isCutOff(look: string, at: number, length: number): boolean {
  return length > LONGEST_LOOK && at > LONGEST_LOOK - LONGEST_CUT && !/[\r\n]/.test(look.slice(at));
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
