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
import { micromarkBlocks } from "./micromark-leaves.js";

/** For tests: what micromark says of a document's blocks, and what the scanner says, in words that can be compared. */

const NAMES: ReadonlyMap<number, string> = new Map([
  [PARAGRAPH, "paragraph"],
  [FENCED_CODE, "fenced"],
  [INDENTED_CODE, "indented"],
  [HTML, "html"],
  [THEMATIC_BREAK, "break"],
]);

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
  return micromarkBlocks(text).leaves.map(({ kind, depth, start, end }) =>
    describe(text, kind === HEADING ? `heading ${depth}` : (NAMES.get(kind) ?? "unknown"), start, end),
  );
}
