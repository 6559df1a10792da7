import type { BlockTable } from "./block-table.js";

/** Says again what the blocks of a text are, from an offset on. */
export type BlockJudge = (text: string, first: number, table: BlockTable) => void;

/**
 * Larger texts stay as the scanner has them: what micromark takes can grow with the square of a text's length or of its blocks, and 32 KB of
 * short underlined headings take it 15 seconds.
 */
export const LONGEST_JUDGED = 2048;
export const MOST_JUDGED = 64;

let judge: BlockJudge | undefined;

/** micromark, once somebody has loaded it. */
export function blockJudge(): BlockJudge | undefined {
  return judge;
}

/**
 * From then on `scanBlocks` hands over what it has doubts about. Nothing of micromark is loaded before: few vaults need it. Where it cannot be
 * loaded, the scanner's word stands.
 */
export async function loadBlockJudge(): Promise<void> {
  judge ??= await import("./micromark-leaves.js").then(
    ({ judgeBlocks }) => careful(judgeBlocks),
    () => () => undefined,
  );
}

/** A text that micromark cannot read is no reason to lose a note. It writes nothing before it has read all of it. */
function careful(judgeBlocks: BlockJudge): BlockJudge {
  return (text, first, table) => {
    try {
      judgeBlocks(text, first, table);
    } catch {
      // The scanner's word stands.
    }
  };
}
