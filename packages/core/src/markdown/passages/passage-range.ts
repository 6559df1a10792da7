import { type BlockTable, HEADING, LEAF_AFTER, LEAF_KIND, LEAF_LINE, LEAF_STRIDE } from "../blocks/block-table.js";
import { createLineCounter } from "./line-counter.js";
import type { PassageTable } from "./passages.js";

/** Lines of a file, counted from 1, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * A range of lines widened to whole passages and headings: the least that holds it. Nothing where no block stands there.
 * Widening what was widened changes nothing.
 */
export function widenedLines(
  text: string,
  { blocks, passages }: { readonly blocks: BlockTable; readonly passages: PassageTable },
  asked: LineRange,
): LineRange | undefined {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  const take = (from: number, to: number) => {
    if (from > asked.last || to < asked.first) return;
    first = Math.min(first, from);
    last = Math.max(last, to);
  };
  for (let passage = 0; passage < passages.count; passage++)
    take(passages.firstLines[passage]!, passages.lastLines[passage]!);
  const line = createLineCounter(text);
  for (let row = 0; row < blocks.leafCount; row++) {
    const at = row * LEAF_STRIDE;
    if (blocks.leaves[at + LEAF_KIND] !== HEADING) continue;
    take(line(blocks.leaves[at + LEAF_LINE]!), line(Math.max(0, blocks.leaves[at + LEAF_AFTER]! - 1)));
  }
  return last === 0 ? undefined : { first, last };
}

/** The passages that a range of lines touches, by number. */
export function passagesIn(passages: PassageTable, { first, last }: LineRange): readonly number[] {
  const found: number[] = [];
  for (let passage = 0; passage < passages.count; passage++)
    if (passages.firstLines[passage]! <= last && passages.lastLines[passage]! >= first) found.push(passage);
  return found;
}
