import type { Io, Output } from "../io.js";
import { createStyle, hasColour, type Style } from "./style.js";

/** An output with what is needed to lay out text on it. */
export interface Screen {
  readonly style: Style;
  readonly width: number;
  readonly isTerminal: boolean;
  /** One or more lines. */
  line(text?: string): void;
  /** Exactly this. */
  write(text: string): void;
}

/** Wide enough to read, narrow enough not to get lost in a line. */
const WIDEST = 120;
const UNKNOWN = 80;
const NARROWEST = 24;

/** What is asked of the output is asked when it is needed: a stream that nothing is written to is never opened. */
export function createScreen(output: Output, environment: Io["environment"], colour?: boolean): Screen {
  let style: Style | undefined;
  return {
    get style() {
      style ??= createStyle(hasColour(output, environment, colour));
      return style;
    },
    get width() {
      const given = output.columns ?? Number(environment["COLUMNS"]);
      const columns = Number.isSafeInteger(given) && given > 0 ? given : UNKNOWN;
      return Math.max(NARROWEST, Math.min(columns, WIDEST));
    },
    get isTerminal() {
      return output.isTerminal;
    },
    line: (text = "") => output.write(`${text}\n`),
    write: (text) => output.write(text),
  };
}
