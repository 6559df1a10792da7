import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf, wrap } from "../terminal/width.js";

const WIDEST_NAME = 32;

/** Names and texts in two columns. */
export function printRows(
  rows: readonly (readonly [name: string, text: string])[],
  { line, style, width }: Screen,
): void {
  const first = Math.min(WIDEST_NAME, Math.max(0, ...rows.map(([name]) => widthOf(safeLine(name)))));
  for (const [name, text] of rows) {
    const [head = "", ...rest] = wrap(safeLine(text), Math.max(20, width - first - 4));
    line(`  ${style.strong(padEnd(safeLine(name), first))}  ${head}`.trimEnd());
    for (const more of rest) line(`  ${" ".repeat(first)}  ${more}`);
  }
}
