import type { PieceFrame } from "./cut.js";

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
/** The line below the head of a table: `| --- | :-: |`. */
const DELIMITER = /^[|:\s-]*-[|:\s-]*$/u;

/**
 * Code between fences and tables are cut at lines, and keep what makes them code and table. Any other text has no such frame: it is cut at
 * sentences. What introduces a block (`Options:`) belongs to its head.
 */
export function lineFrame(text: string): PieceFrame | undefined {
  const lines = text.split("\n");
  const fence = lines.findIndex((line) => FENCE.test(line));
  if (fence >= 0 && fence <= MOST_LEAD) return fenced(lines, fence);
  const delimiter = lines.findIndex((line) => line.includes("|") && DELIMITER.test(line));
  return delimiter >= 1 && delimiter <= MOST_LEAD + 1 ? framed(lines, delimiter + 1, lines.length) : undefined;
}

/** Lines that may introduce a block within its passage. */
const MOST_LEAD = 4;

function fenced(lines: readonly string[], open: number): PieceFrame {
  const mark = FENCE.exec(lines[open]!)![1]!;
  const close = lines.findLastIndex((line, at) => at > open && line.trim().startsWith(mark));
  return framed(lines, open + 1, close > open ? close : lines.length);
}

/** Pieces are the lines from `first` on, before `last`. */
function framed(lines: readonly string[], first: number, last: number): PieceFrame {
  const head = lines.slice(0, first).join("\n");
  const ends: number[] = [];
  let at = head.length + 1;
  for (const line of lines.slice(first, last)) {
    at += line.length + 1;
    ends.push(at);
  }
  return { ends, start: head.length + 1, head, tail: lines.slice(last).join("\n").trimEnd() };
}
