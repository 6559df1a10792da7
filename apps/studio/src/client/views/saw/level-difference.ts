import type { ShownLine } from "./shown-lines.js";

/** `added`: the model reads it for the first time. `kept`: it has read this before. `gone`: read before, and not said again. */
export type Mark = "added" | "kept" | "gone";

export interface MarkedLine extends ShownLine {
  readonly mark: Mark;
}

export interface Difference {
  readonly lines: readonly MarkedLine[];
  readonly added: number;
  readonly kept: number;
  readonly gone: number;
}

/** Texts beyond this are compared line by line only: looking for a line inside others is quadratic. */
const SEARCHED = 60_000;
/** A shorter line is found inside others by chance. */
const TELLING = 12;

/**
 * What a further showing of a node adds to what was shown of it before; `earlier` is what came even before that. A paragraph that a preview folded into one line is the same
 * text, so lines are also looked for inside those before.
 */
export function differenceFrom(
  before: readonly ShownLine[],
  now: readonly ShownLine[],
  earlier: readonly ShownLine[] = [],
): Difference {
  const saidBefore = memoryOf([...earlier, ...before]);
  const saidNow = memoryOf(now);
  const marked = now.map((line): MarkedLine => ({ ...line, mark: saidBefore(line.text) ? "kept" : "added" }));
  const gone = before
    .filter(({ text }) => text.trim() !== "" && !saidNow(text))
    .map((line): MarkedLine => ({ ...line, mark: "gone" }));
  const lines = [...marked, ...gone];
  // A blank line is neither news nor old.
  const count = (mark: Mark) => lines.filter((line) => line.mark === mark && line.text.trim() !== "").length;
  return { lines, added: count("added"), kept: count("kept"), gone: count("gone") };
}

/** Whether a line was said: as it stands, or within a longer one. */
function memoryOf(lines: readonly ShownLine[]): (text: string) => boolean {
  const plain = lines.map(({ text }) => bare(text));
  const exact = new Set(plain);
  const joined = plain.join(" ");
  return (text) => {
    const asked = bare(text);
    if (asked === "" || exact.has(asked)) return true;
    return joined.length <= SEARCHED && asked.length >= TELLING && joined.includes(asked);
  };
}

/** Without what marks a text up: the head of a list or heading, emphasis, code, brackets of links, folded white space. */
function bare(text: string): string {
  return text
    .replace(/^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>\s?)/u, "")
    .replace(/\[\[(?:[^\]|]{0,200}\|)?|\]\]|[*_`]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
