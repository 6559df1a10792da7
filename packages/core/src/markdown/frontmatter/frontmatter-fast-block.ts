import { CR, type Cursor, contentEnd, finishLine, HASH, lineFeed, SPACE, skipSpaces } from "./frontmatter-cursor.js";

const PIPE = 124;
const PLUS = 43;
const MINUS = 45;

type Chomping = "clip" | "strip" | "keep";

/** Reads `|` and `>` scalars whose indentation is that of their first line. Undefined on doubt. */
export function readBlockScalar(cursor: Cursor, from: number, parentColumn: number): string | undefined {
  const { text } = cursor;
  const folded = text.charCodeAt(from) !== PIPE;
  const sign = text.charCodeAt(from + 1);
  const chomping: Chomping = sign === MINUS ? "strip" : sign === PLUS ? "keep" : "clip";
  // An indentation digit, or text after the sign, is no clean header.
  if (!finishLine(cursor, chomping === "clip" ? from + 1 : from + 2)) return undefined;
  const lines = blockLines(cursor, parentColumn);
  if (lines === undefined) return undefined;
  return folded ? fold(lines, chomping) : chomp(lines, lines.join("\n"), chomping);
}

/** The lines of the scalar without their indentation; blank ones are "". Undefined on doubt. */
function blockLines(cursor: Cursor, parentColumn: number): string[] | undefined {
  const { text, end } = cursor;
  const lines: string[] = [];
  let indent = -1;
  let filled = 0;
  while (cursor.at < end) {
    const feed = lineFeed(cursor, cursor.at);
    const stop = contentEnd(cursor, feed, cursor.at);
    const content = skipSpaces(text, cursor.at, stop);
    const column = content - cursor.at;
    if (content === stop) {
      // Blanks beyond the indentation are content, and before the first line they may be an error.
      if (column > Math.max(indent, 0) || feed >= end) return undefined;
      lines.push("");
    } else if (column <= parentColumn) break;
    else {
      if (indent < 0) indent = column;
      if (column < indent || text.charCodeAt(stop - 1) === CR) return undefined;
      lines.push(text.slice(cursor.at + indent, stop));
      filled = lines.length;
    }
    cursor.at = Math.min(feed + 1, end);
  }
  // A scalar without a line of its own, and comments right after it, are left to the real parser.
  if (filled === 0 || (cursor.at < end && text.charCodeAt(skipSpaces(text, cursor.at, end)) === HASH)) return undefined;
  return lines;
}

/** Lines joined by blanks, blank lines by line feeds. More indented lines keep theirs: left to the real parser. */
function fold(lines: readonly string[], chomping: Chomping): string | undefined {
  let result = "";
  let blanks = 0;
  let started = false;
  for (const line of lines) {
    if (line === "") {
      blanks += 1;
      continue;
    }
    if (line.charCodeAt(0) === SPACE) return undefined;
    if (blanks > 0) result += "\n".repeat(blanks);
    else if (started) result += " ";
    result += line;
    started = true;
    blanks = 0;
  }
  return chomp(lines, blanks > 0 ? result + "\n".repeat(blanks) : result, chomping);
}

function chomp(lines: readonly string[], joined: string, chomping: Chomping): string {
  if (chomping === "keep") return `${joined}\n`;
  if (lines.at(-1) !== "") return chomping === "clip" ? `${joined}\n` : joined;
  let stop = joined.length;
  while (stop > 0 && joined.charCodeAt(stop - 1) === 10) stop -= 1;
  return chomping === "clip" ? joined.slice(0, stop + 1) : joined.slice(0, stop);
}
