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
} from "../../markdown/blocks/block-table.js";
import { sentenceAround } from "../../markdown/text/sentences.js";
import { afterAdmonition, createParagraphWorth, LINKS, NOTHING, NOTICE, PROSE } from "./paragraph-worth.js";

/** Where the first is said in many notes, one of these describes the note. */
const MOST_SENTENCES = 3;

/**
 * How a note without a description could be described, best first: by the first sentence of each of its first paragraphs of prose. Badges, tables, lists
 * of contents and the macros of documentation sites say nothing of it; a notice, failing that a row of links, stands in where there is nothing else.
 * The text is UTF-8 decoded as latin1.
 */
export function firstSentences(text: string, blocks: BlockTable): readonly string[] {
  const { leaves, leafCount } = blocks;
  const worthOf = createParagraphWorth(text);
  const prose: string[] = [];
  const standIns: (string | undefined)[] = [];
  for (let row = 0; row < leafCount * LEAF_STRIDE && prose.length < MOST_SENTENCES; row += LEAF_STRIDE) {
    if (leaves[row + LEAF_KIND] !== PARAGRAPH) continue;
    const start = leaves[row + LEAF_START]!;
    const end = leaves[row + LEAF_END]!;
    const worth = worthOf(start, end, outermostContainer(leaves[row + LEAF_INFO]!) === OUTERMOST_QUOTE);
    if (worth === NOTHING || standIns[worth] !== undefined) continue;
    const from = proseStart(text, worth === NOTICE ? afterAdmonition(text, start, end) : start, end);
    const sentence = from < 0 || from >= end ? "" : spoken(sentenceAround(text, from, { blocks, latin1: true, from }));
    if (sentence === "" || prose.includes(sentence)) continue;
    if (worth === PROSE) prose.push(sentence);
    else standIns[worth] = sentence;
  }
  const others = [standIns[NOTICE], standIns[LINKS]].filter((sentence) => sentence !== undefined);
  return [...prose, ...others].slice(0, MOST_SENTENCES);
}

/** Of a macro stays the text that it is given (`{{domxref("Window")}}`), of an Obsidian block its words without its id. */
function spoken(sentence: string): string {
  const plain = sentence.includes("{")
    ? sentence.replace(MACRO, (_, __, shown: string | undefined) => shown ?? "")
    : sentence;
  const whole = plain.includes("^") ? plain.replace(/\s\^[A-Za-z0-9-]+$/u, "") : plain;
  const blank = whole.includes("::") || whole.includes("((") ? withoutProperties(whole) : whole;
  const said = blank.startsWith("[!") ? whole.replace(/^\[![^[\]\s]+\][+-]?/u, "") : blank;
  return /^:{3,}$/u.test(said) ? "" : said.replace(/\s+/gu, " ").trim();
}

/** Of a Logseq block stays what it says: neither its properties (`id:: …`), which end it, nor the ids of other blocks. */
function withoutProperties(text: string): string {
  return text.replace(/(?:^|\s)[a-z][\w-]*::(?:\s.*)?$/isu, "").replace(/\(\([0-9a-f-]{36}\)\)/giu, "");
}

const MACRO = /\{\{[^{}"']*(?:(["'])([^"'{}]*)\1[^{}]*)?\}\}|\{%[^{}]*%\}/gu;

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
    /\[![^[\]\s]+\][+-]?/,
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
