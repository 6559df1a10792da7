/**
 * What the block scanner found, as offsets in flat arrays: no object a line, no string at all.
 * Row `i` of a table begins at `i * STRIDE`; the constants below name its columns.
 */
export interface BlockTable {
  /** Leaf blocks in document order, `LEAF_STRIDE` numbers each. Blank lines and containers have no row. */
  leaves: Int32Array;
  leafCount: number;
  /** Link reference definitions in document order, `DEFINITION_STRIDE` numbers each. */
  definitions: Int32Array;
  definitionCount: number;
  /**
   * The text has a construct on which parsers differ and the scanner follows what micromark was seen to do: code or HTML on the very line
   * that leaves a container, a tab of which a container takes a part, containers deeper than any that was compared.
   */
  doubtful: boolean;
}

export const PARAGRAPH = 1;
export const HEADING = 2;
export const FENCED_CODE = 3;
export const INDENTED_CODE = 4;
export const HTML = 5;
export const THEMATIC_BREAK = 6;

export const LEAF_STRIDE = 6;
/** One of the kinds above. */
export const LEAF_KIND = 0;
/** Where the block's own text starts: of a heading its content without hashes, of a fence the fence itself. */
export const LEAF_START = 1;
/** Where that text ends; of a heading without closing hashes and blanks, of code and HTML the end of the last line. */
export const LEAF_END = 2;
/** Start of the line on which the block starts, container markers included. */
export const LEAF_LINE = 3;
/** Start of the line after the block: where a section's own text begins after its heading. */
export const LEAF_AFTER = 4;
/** Bits 0–2: heading depth. Bits 3–4: outermost container (0 none, 1 block quote, 2 list item). From bit 5: how many containers. */
export const LEAF_INFO = 5;

export const DEFINITION_STRIDE = 4;
export const DEFINITION_LABEL_START = 0;
export const DEFINITION_LABEL_END = 1;
export const DEFINITION_TARGET_START = 2;
export const DEFINITION_TARGET_END = 3;

export const OUTERMOST_QUOTE = 1;
export const OUTERMOST_LIST = 2;

export function headingDepth(info: number): number {
  return info & 7;
}

/** 0, `OUTERMOST_QUOTE` or `OUTERMOST_LIST`. */
export function outermostContainer(info: number): number {
  return (info >> 3) & 3;
}

export function containerCount(info: number): number {
  return info >> 5;
}

export function createBlockTable(): BlockTable {
  return {
    leaves: new Int32Array(64 * LEAF_STRIDE),
    leafCount: 0,
    definitions: new Int32Array(0),
    definitionCount: 0,
    doubtful: false,
  };
}

export function twiceAsLong(numbers: Int32Array, atLeast: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(numbers.length * 2, atLeast));
  longer.set(numbers);
  return longer;
}

export function pushDefinition(
  table: BlockTable,
  labelStart: number,
  labelEnd: number,
  targetStart: number,
  targetEnd: number,
): void {
  const at = table.definitionCount * DEFINITION_STRIDE;
  if (at + DEFINITION_STRIDE > table.definitions.length) table.definitions = twiceAsLong(table.definitions, 32);
  table.definitions[at] = labelStart;
  table.definitions[at + 1] = labelEnd;
  table.definitions[at + 2] = targetStart;
  table.definitions[at + 3] = targetEnd;
  table.definitionCount++;
}
