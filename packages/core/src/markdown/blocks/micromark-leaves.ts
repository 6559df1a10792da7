import { parse, postprocess, preprocess } from "micromark";
import { isLineEnd } from "../text/characters.js";
import {
  type BlockTable,
  FENCED_CODE,
  HEADING,
  HTML,
  INDENTED_CODE,
  LEAF_STRIDE,
  OUTERMOST_LIST,
  OUTERMOST_QUOTE,
  PARAGRAPH,
  pushDefinition,
  THEMATIC_BREAK,
  twiceAsLong,
} from "./block-table.js";

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

/** A leaf block as micromark sees it. Offsets are those of the text. */
export interface MicromarkLeaf {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  /** Where the whole block ends; of a heading with its closing hashes or its underline. */
  readonly blockEnd: number;
  readonly depth: number;
  /** The containers around it, the outermost first. */
  readonly containers: readonly string[];
}

export interface MicromarkBlocks {
  readonly leaves: readonly MicromarkLeaf[];
  /** Start and end of label and target of each link reference definition. */
  readonly definitions: readonly (readonly [number, number, number, number])[];
}

const LEAF_KINDS: ReadonlyMap<string, number> = new Map([
  ["atxHeading", HEADING],
  ["setextHeading", HEADING],
  ["codeFenced", FENCED_CODE],
  ["codeIndented", INDENTED_CODE],
  ["htmlFlow", HTML],
  ["thematicBreak", THEMATIC_BREAK],
  ["paragraph", PARAGRAPH],
]);
const CONTAINERS: ReadonlySet<string> = new Set(["blockQuote", "listOrdered", "listUnordered"]);

export function micromarkBlocks(text: string): MicromarkBlocks {
  const document = parse({ extensions: [{ disable: { null: INLINE_CONSTRUCTS } }] }).document();
  const leaves: MicromarkLeaf[] = [];
  const definitions: [number, number, number, number][] = [];
  const containers: string[] = [];
  let depth = 0;
  let content = { start: 0, end: 0 };
  let definition: [number, number, number, number] = [0, 0, 0, 0];
  for (const [step, { type, start: from, end: to }] of postprocess(
    document.write(preprocess()(text, undefined, true)),
  )) {
    const [start, end] = [from.offset, to.offset];
    if (step === "enter") {
      if (CONTAINERS.has(type)) containers.push(type);
      else if (type === "definition") definition = [0, 0, end, end];
      else if (type === "definitionLabelString") [definition[0], definition[1]] = [start, end];
      else if (type === "definitionDestinationString") [definition[2], definition[3]] = [start, end];
      else if (type === "atxHeading") [depth, content] = [0, { start: end, end }];
      else if (type === "atxHeadingSequence" && depth === 0) depth = end - start;
      else if (type === "atxHeadingText") content = { start, end };
      else if (type === "setextHeadingText") content = trimmed(text, start, end);
      else if (type === "setextHeadingLine") depth = text[start] === "=" ? 1 : 2;
      continue;
    }
    if (CONTAINERS.has(type)) containers.pop();
    if (type === "definition") definitions.push(definition);
    const kind = LEAF_KINDS.get(type);
    if (kind === undefined) continue;
    const own = kind === HEADING ? content : kind === PARAGRAPH ? trimmed(text, start, end) : { start, end };
    leaves.push({ kind, ...own, blockEnd: end, depth: kind === HEADING ? depth : 0, containers: [...containers] });
  }
  return { leaves: leaves.sort((one, other) => one.start - other.start), definitions };
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from < to && /[ \t\r\n]/.test(text[from]!)) from += 1;
  while (to > from && /[ \t\r\n]/.test(text[to - 1]!)) to -= 1;
  return { start: from, end: to };
}

/** Writes what micromark says of the text from `first` on in the place of what the table has. */
export function judgeBlocks(text: string, first: number, table: BlockTable): void {
  const { leaves, definitions } = micromarkBlocks(text.slice(first));
  table.leafCount = 0;
  table.definitionCount = 0;
  for (const { kind, start, end, blockEnd, depth, containers } of leaves) {
    const at = table.leafCount * LEAF_STRIDE;
    if (at + LEAF_STRIDE > table.leaves.length) table.leaves = twiceAsLong(table.leaves, 64);
    const [outermost] = containers;
    const around = outermost === undefined ? 0 : outermost === "blockQuote" ? OUTERMOST_QUOTE : OUTERMOST_LIST;
    table.leaves.set(
      [
        kind,
        first + start,
        first + end,
        lineStart(text, first + start, first),
        nextLine(text, first + blockEnd),
        depth | (around << 3) | (containers.length << 5),
      ],
      at,
    );
    table.leafCount += 1;
  }
  for (const [labelStart, labelEnd, targetStart, targetEnd] of definitions)
    pushDefinition(table, first + labelStart, first + labelEnd, first + targetStart, first + targetEnd);
}

function lineStart(text: string, offset: number, first: number): number {
  let at = offset;
  while (at > first && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function nextLine(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1;
  if (text.startsWith("\r\n", at)) return at + 2;
  return Math.min(text.length, at + 1);
}
