import { estimateUnits } from "./estimate.js";
import { decodedTables, kindAt } from "./estimate-pieces.js";
import { UNIT, UPPER } from "./estimate-table.js";
import type { PartCounting } from "./tokens.js";

const QUOTE = 34;
const COMMA = 44;
const BRACE = 123;

/**
 * Where JSON goes on with a key, the scan always stands alike: the marks before it are one run of two or more, so that the word takes none of
 * them, and the run takes nothing of the word. No state is carried over such a cut, and nothing before it looks beyond it.
 */
export const estimateParts: PartCounting = {
  separates(left, right) {
    if (left.charCodeAt(left.length - 1) !== QUOTE || right === "") return false;
    const before = left.charCodeAt(left.length - 2);
    if (before !== COMMA && before !== BRACE) return false;
    decodedTables();
    return kindAt(right, 0) <= UPPER;
  },
  units: estimateUnits,
  tokens: (units) => Math.ceil(units / UNIT),
};
