const ESCAPE = "\u001b";
const PLAIN = /^[ -~]*$/;

/** Those that pd itself writes. */
const OWN_MARKS = "·…→×–";

/** Printable ASCII: each takes one column. */
function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Without what colours it. */
function uncoloured(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  const [first = "", ...rest] = text.split(ESCAPE);
  return [first, ...rest.map((part) => part.replace(/^\[[0-9;]*m/u, ""))].join("");
}

function columnsOf(character: string): number {
  // Most characters by far; the patterns below take their time, and are made when one is needed.
  if ((character >= " " && character <= "~") || OWN_MARKS.includes(character)) return 1;
  if (isNothing(character)) return 0;
  return isFlagLetter(character) || !isWide(character) ? 1 : 2;
}

function isNothing(character: string): boolean {
  return /\p{Mn}|\p{Me}|\p{Cf}/u.test(character);
}

/** A pair of them is one flag, which takes two columns; alone, most terminals give one to each. */
function isFlagLetter(character: string): boolean {
  return /[\u{1f1e6}-\u{1f1ff}]/u.test(character);
}

/** East Asian wide and fullwidth characters, and the blocks of emoji. Terminals give each two columns. */
function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u.test(
    character,
  );
}

/** How many columns a text takes in a terminal. Colours take none. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const character of uncoloured(text)) width += columnsOf(character);
  return width;
}

/** As much of an uncoloured text as fits, with an ellipsis where something is cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width >= 1 && isPlain(text)) return `${text.slice(0, width - 1).trimEnd()}…`;
  let taken = 0;
  let kept = "";
  for (const character of text) {
    taken += columnsOf(character);
    if (taken > width - 1) break;
    kept += character;
  }
  return width < 1 ? "" : `${kept.trimEnd()}…`;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

/** A text without line breaks as lines of at most this width; what has no blanks breaks anywhere. At most `most` lines, the last one cut. */
export function wrap(text: string, width: number, most = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let taken = 0;
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const plain = isPlain(text) ? wrapPlain(words.join(" "), width, most) : undefined;
  if (plain !== undefined) return plain;
  for (const [index, word] of words.entries()) {
    const wordWidth = widthOf(word);
    if (line !== "" && taken + 1 + wordWidth <= width) {
      line += ` ${word}`;
      taken += 1 + wordWidth;
      continue;
    }
    if (line !== "" && lines.length === most - 1)
      return [...lines, cut([line, ...words.slice(index)].join(" "), width)];
    if (line !== "") lines.push(line);
    line = word;
    taken = wordWidth;
    while (taken > width) {
      if (lines.length === most - 1) return [...lines, cut([line, ...words.slice(index + 1)].join(" "), width)];
      const head = headOf(line, width);
      lines.push(head);
      line = line.slice(head.length);
      taken = widthOf(line);
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Wrapped at blanks and nowhere else: an id or a path that a program reads stays whole. */
export function wrapAtBlanks(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/u).filter((one) => one !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The same where each character takes one column, without looking at each. Nothing where a word is longer than a line. */
function wrapPlain(text: string, width: number, most: number): readonly string[] | undefined {
  const lines: string[] = [];
  let start = 0;
  while (text.length - start > width) {
    const blank = text.lastIndexOf(" ", start + width);
    if (blank < start) return undefined;
    if (lines.length === most - 1) return [...lines, cut(text.slice(start), width)];
    lines.push(text.slice(start, blank));
    start = blank + 1;
  }
  return text === "" ? [] : [...lines, text.slice(start)];
}

/** The characters that fit, at least one. */
function headOf(word: string, width: number): string {
  let taken = 0;
  let head = "";
  for (const character of word) {
    taken += columnsOf(character);
    if (taken > width && head !== "") break;
    head += character;
  }
  return head;
}
