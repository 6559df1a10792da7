import { sayHeading } from "./host";
import { LEAF_BYTES, LEAVES, NOTE, SAID } from "./layout";
import { isPlainHeading } from "./plain-heading";
import { HEADING, scan } from "./scan";
import { readsAsWritten } from "./texts";
import { writeNumber, writeText } from "./writer";

const LONGEST_HEADING: i32 = 300;

/** A body's headings as sections. */
export function writeSections(bodyStart: i32, length: i32): void {
  const last = LEAVES + <usize>scan.leafCount * LEAF_BYTES;
  let first = last;
  let headings = 0;
  for (let row = LEAVES; row < last; row += LEAF_BYTES) {
    if (load<i32>(row) !== HEADING) continue;
    if (headings === 0) first = row;
    headings++;
  }
  const hasLead = headings === 0 || first > LEAVES;
  writeNumber(headings + (hasLead ? 1 : 0));
  let start = bodyStart;
  if (hasLead) {
    start = headings === 0 ? length : load<i32>(first, 12);
    writeNumber(0);
    writeExtent(0, bodyStart, start);
  }
  let depth = 0;
  for (let row = first; row < last; row += LEAF_BYTES) {
    if (load<i32>(row) !== HEADING) continue;
    const line = load<i32>(row, 12);
    if (row > first) writeExtent(depth, start, line);
    writeHeading(load<i32>(row, 4), load<i32>(row, 8));
    depth = load<i32>(row, 20) & 7;
    start = line;
  }
  if (headings > 0) writeExtent(depth, start, length);
}

function writeExtent(depth: i32, start: i32, end: i32): void {
  writeNumber(depth);
  writeNumber(start);
  writeNumber(end - start);
}

function writeHeading(start: i32, end: i32): void {
  if (end - start <= LONGEST_HEADING && (isPlainHeading(start, end) || readsAsWritten(NOTE + start, NOTE + end)))
    writeText(NOTE + start, NOTE + end);
  else writeText(SAID, SAID + sayHeading(start, end));
}

/** The name that the title at the top gives: its address and end, the same where it gives none. */
export namespace title {
  export let from: usize = 0;
  export let to: usize = 0;
}

export function findTitle(): void {
  title.from = title.to = 0;
  const last = LEAVES + <usize>scan.leafCount * LEAF_BYTES;
  let row = LEAVES;
  while (row < last && load<i32>(row) !== HEADING) row += LEAF_BYTES;
  // A first heading deeper than that is no title.
  if (row === last || (load<i32>(row, 20) & 7) !== 1) return;
  const start = load<i32>(row, 4);
  const end = load<i32>(row, 8);
  const asWritten = end - start <= LONGEST_HEADING && readsAsWritten(NOTE + start, NOTE + end);
  title.from = asWritten ? NOTE + start : SAID;
  title.to = asWritten ? NOTE + end : SAID + sayHeading(start, end);
}
