import type { Level } from "@pd/core";
import type { Io, Output } from "./io.js";

export type Paint = (text: string) => string;

/** Colours by meaning. Where there are none, each gives its text back. */
export interface Style {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly good: Paint;
  readonly warning: Paint;
  readonly bad: Paint;
  level(level: Level): Paint;
  /** A text that leads to an address where the terminal can follow one (OSC 8); else the text. */
  link(text: string, address: string): string;
}

// The sixteen colours follow the theme of the terminal. Three of them some themes hide: dark blue on black, yellow on white, and bright
// black, which is the background itself in one of the most common. So blue is the bright one, level 0 is faint, and a warning is strong.
// Faint is for what stands beside the text (ids, tags, scores): on a light theme it is hardly read, so no text and no fix is faint.
const FAINT = ["2", "22"] as const;
const LEVEL_COLOURS: Readonly<Record<Level, readonly [open: string, close: string]>> = {
  0: FAINT,
  1: ["36", "39"],
  2: ["94", "39"],
  3: ["35", "39"],
  4: ["32", "39"],
};

/** `NO_COLOR` and `TERM=dumb` turn colours off, `FORCE_COLOR` on; otherwise a terminal has them. */
export function hasColour(output: Output, environment: Io["environment"], asked?: boolean): boolean {
  if (asked !== undefined) return asked;
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return output.isTerminal && TERM !== "dumb";
}

/** Terminals that are known to follow links say who they are; to others the marks would be noise. */
export function hasLinks(output: Output, { FORCE_HYPERLINK, ...environment }: Io["environment"]): boolean {
  if (FORCE_HYPERLINK !== undefined) return FORCE_HYPERLINK !== "0";
  const { CI, TERM, TERM_PROGRAM, VTE_VERSION, WT_SESSION, KITTY_WINDOW_ID, KONSOLE_VERSION } = environment;
  if (!output.isTerminal || TERM === "dumb" || CI !== undefined) return false;
  const isNamed = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].includes(TERM_PROGRAM ?? "");
  const isKnown = [WT_SESSION, KITTY_WINDOW_ID, KONSOLE_VERSION].some((mark) => mark !== undefined && mark !== "");
  return isNamed || isKnown || Number(VTE_VERSION ?? 0) >= 5000;
}

export function createStyle(coloured: boolean, linked = false): Style {
  const paint =
    (open: string, close: string): Paint =>
    (text) =>
      coloured && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    strong: paint("1", "22"),
    faint: paint(...FAINT),
    good: paint("32", "39"),
    warning: paint("1", "22"),
    bad: paint("31", "39"),
    level: (level) => paint(...LEVEL_COLOURS[level]),
    link: (text, address) => (linked ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\` : text),
  };
}
