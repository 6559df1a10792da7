import { parse, postprocess, preprocess } from "micromark";
import {
  type BlockTable,
  FENCED_CODE,
  HEADING,
  HTML,
  headingDepth,
  INDENTED_CODE,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_START,
  LEAF_STRIDE,
  PARAGRAPH,
  THEMATIC_BREAK,
} from "./block-table.js";

/** For tests: what micromark says of a document's blocks, and what the scanner says, in words that can be compared. */

const NAMES: ReadonlyMap<number, string> = new Map([
  [PARAGRAPH, "paragraph"],
  [FENCED_CODE, "fenced"],
  [INDENTED_CODE, "indented"],
  [HTML, "html"],
  [THEMATIC_BREAK, "break"],
]);

/** Blocks are all that is asked, and text is what makes a parser slow. */
const INLINE_CONSTRUCTS = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/**
 * A fence or an HTML block that its container ends: whether the blank lines before that end are in it is told
 * differently by each parser, and shows nowhere.
 */
function withoutTrailingBlanks(text: string, end: number): number {
  return text.slice(0, end).replace(/(?:[\r\n][ \t>]*)+$/, "").length;
}

function describe(text: string, name: string, start: number, end: number): string {
  if (name === "fenced" || name === "html") return `${name} ${start}-${withoutTrailingBlanks(text, end)}`;
  if (start === end) return `${name} empty`;
  return `${name} ${start}-${end}`;
}

export function blocksByScanner(text: string, table: BlockTable): string[] {
  return Array.from({ length: table.leafCount }, (_, index) => {
    const row = table.leaves.subarray(index * LEAF_STRIDE, (index + 1) * LEAF_STRIDE);
    const kind = row[LEAF_KIND] ?? 0;
    const name = kind === HEADING ? `heading ${headingDepth(row[LEAF_INFO] ?? 0)}` : (NAMES.get(kind) ?? "unknown");
    return describe(text, name, row[LEAF_START] ?? 0, row[LEAF_END] ?? 0);
  });
}

export function blocksByMicromark(text: string): string[] {
  const chunks = preprocess()(text, undefined, true);
  const document = parse({ extensions: [{ disable: { null: INLINE_CONSTRUCTS } }] }).document();
  const found: { start: number; block: string }[] = [];
  let depth = 0;
  let content = { start: 0, end: 0 };
  const add = (name: string, start: number, end: number): void => {
    found.push({ start, block: describe(text, name, start, end) });
  };
  for (const [kind, token] of postprocess(document.write(chunks))) {
    const start = token.start.offset;
    const end = token.end.offset;
    if (kind === "enter") {
      if (token.type === "atxHeading") {
        depth = 0;
        content = { start: end, end };
      } else if (token.type === "atxHeadingSequence" && depth === 0) depth = end - start;
      else if (token.type === "atxHeadingText") content = { start, end };
      else if (token.type === "setextHeadingText") content = trimmed(text, start, end);
      else if (token.type === "setextHeadingLine") depth = text[start] === "=" ? 1 : 2;
      continue;
    }
    if (token.type === "atxHeading" || token.type === "setextHeading")
      add(`heading ${depth}`, content.start, content.end);
    else if (token.type === "codeFenced") add("fenced", start, end);
    else if (token.type === "codeIndented") add("indented", start, end);
    else if (token.type === "htmlFlow") add("html", start, end);
    else if (token.type === "thematicBreak") add("break", start, end);
    else if (token.type === "paragraph") {
      const paragraph = trimmed(text, start, end);
      add("paragraph", paragraph.start, paragraph.end);
    }
  }
  return found.sort((one, other) => one.start - other.start).map(({ block }) => block);
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  const slice = text.slice(start, end);
  const blanks = slice.length - slice.replace(/^[ \t\r\n]+/, "").length;
  return { start: start + blanks, end: start + slice.replace(/[ \t\r\n]+$/, "").length };
}
