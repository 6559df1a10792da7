import {
  type BlockTable,
  DEFINITION_LABEL_END,
  DEFINITION_LABEL_START,
  DEFINITION_STRIDE,
} from "../blocks/block-table.js";
import { fromLatin1 } from "../text/utf8.js";

/** Where each label is defined: the row in `definitions`. A label that is defined twice counts the first time. */
export interface Labels {
  readonly rows: ReadonlyMap<string, number>;
  readonly definitions: Int32Array;
}

const NONE: Labels = { rows: new Map(), definitions: new Int32Array(0) };

/** Longer labels are no labels in CommonMark either. */
export const LONGEST_LABEL = 999;

export function readLabels(text: string, blocks: BlockTable): Labels {
  if (blocks.definitionCount === 0) return NONE;
  const rows = new Map<string, number>();
  const { definitions } = blocks;
  for (let row = 0; row < blocks.definitionCount * DEFINITION_STRIDE; row += DEFINITION_STRIDE) {
    const start = definitions[row + DEFINITION_LABEL_START] ?? 0;
    const label = normalLabel(text.slice(start, definitions[row + DEFINITION_LABEL_END]));
    if (!rows.has(label)) rows.set(label, row);
  }
  return { rows, definitions };
}

/** Labels are compared without regard to case and to how much white space they hold, latin1 or not. */
export function normalLabel(label: string): string {
  return readable(label)
    .replace(/[\t\n\r ]+/g, " ")
    .trim()
    .toLowerCase()
    .toUpperCase();
}

function readable(label: string): string {
  const decoded = fromLatin1(label);
  return decoded.includes("\ufffd") ? label : decoded;
}
