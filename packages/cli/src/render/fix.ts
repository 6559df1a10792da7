import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { wrap } from "../terminal/width.js";

const LABEL = "fix:";

export interface FixOutput {
  readonly screen: Pick<Screen, "line" | "style" | "width">;
  readonly indent: number;
}

/** What would work: `fix:` stands out, and what to do is text like any other. */
export function printFix(fix: string, { screen, indent }: FixOutput): void {
  const { line, style, width } = screen;
  const [first = "", ...rest] = wrap(`${LABEL} ${safeLine(fix)}`, width - indent);
  const before = " ".repeat(indent);
  line(`${before}${style.good(LABEL)}${first.slice(LABEL.length)}`);
  for (const text of rest) line(`${before}${text}`);
}
