import type { Io, Output } from "./io.js";
import { createStyle, hasColour, hasLinks, type Style } from "./style.js";
import { cut, wrap, wrapAtBlanks } from "./width.js";

/** An output with what is needed to lay out text on it. */
export interface Screen {
  readonly style: Style;
  readonly width: number;
  readonly isTerminal: boolean;
  /** As much of a text as fits on a terminal; the whole of it elsewhere: a program has no edge, and what is cut is lost to it. */
  cut(text: string, width: number): string;
  /** A text as lines of this width, on a terminal at most as many as asked; elsewhere all, and no word is broken. */
  wrap(text: string, width: number, most?: number): readonly string[];
  /** How many of a list a person wants to see on a terminal; elsewhere all. */
  most(count: number): number;
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
      style ??= createStyle(hasColour(output, environment, colour), hasLinks(output, environment));
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
    cut: (text, width) => (output.isTerminal ? cut(text, width) : text),
    wrap: (text, width, most) => (output.isTerminal ? wrap(text, width, most) : wrapAtBlanks(text, width)),
    most: (count) => (output.isTerminal ? count : Number.POSITIVE_INFINITY),
    line: (text = "") => output.write(`${text}\n`),
    write: (text) => output.write(text),
  };
}
