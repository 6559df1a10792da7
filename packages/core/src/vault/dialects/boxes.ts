/** Boxes that are said beside the text. What stands in any other container is text. */
const NOTICES = new Set(
  "abstract attention bug caution danger error example failure hint important info note question quote seealso success summary tip todo warning".split(
    " ",
  ),
);

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;

/** What a box is called to its reader. A colon ends its first word, so that it is known for a notice wherever it stands. */
function label(kind: string, title: string): string {
  const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).replaceAll("-", " ")}`;
  return title === "" ? `**${name}:**` : `**${name}:** ${title}`;
}

/** Boxes in one another deeper than this are no text of a person: they are shown no deeper, and nobody counts them. */
const DEEPEST = 8;

interface Colons {
  readonly indent: string;
  readonly colons: number;
  readonly isQuoted: boolean;
}

const OPENS =
  /^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]{0,60})[ \t]*(?:\[([^\n]{0,300})\])?[ \t]*(?:\{[^{}\n]{0,300}\})?[ \t]*([^\n]{0,300})$/;
const CLOSES = /^[ \t]*(:{3,})[ \t]*$/;

/** `:::note Title` … `:::` as quotes that begin with their name: what a reader sees, and markdown that everyone knows. Line for line. */
export function quoteColons(text: string): string {
  if (!text.includes(":::")) return text;
  const open: Colons[] = [];
  let fence: string | undefined;
  return text
    .split("\n")
    .map((whole) => {
      const [line, end] = whole.endsWith("\r") ? [whole.slice(0, -1), "\r"] : [whole, ""];
      const marks = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (marks !== undefined && endsFence(line, marks, fence)) fence = undefined;
        return within(open, line) + end;
      }
      if (marks !== undefined) fence = marks;
      const opened = OPENS.exec(line);
      if (opened !== null) {
        const [, indent = "", colons = "", kind = "", inBrackets = "", behind = ""] = opened;
        const isQuoted = NOTICES.has(kind.toLowerCase());
        const title = (inBrackets || behind).trim();
        const outer = [...open];
        if (open.length < DEEPEST) open.push({ indent, colons: colons.length, isQuoted });
        if (isQuoted) return within(open, `${indent}${label(kind.toLowerCase(), title)}`) + end;
        return within(outer, title === "" ? "" : `${indent}**${title}**`) + end;
      }
      const closed = CLOSES.exec(line)?.[1];
      if (closed === undefined || open.length === 0) return within(open, line) + end;
      open.pop();
      return within(open, "") + end;
    })
    .join("\n");
}

function endsFence(line: string, marks: string, fence: string): boolean {
  return marks[0] === fence[0] && marks.length >= fence.length && line.trimEnd().endsWith(marks);
}

function within(open: readonly Colons[], line: string): string {
  const quotes = open.filter(({ isQuoted }) => isQuoted);
  const [outer] = quotes;
  if (outer === undefined) return line;
  const rest = line.startsWith(outer.indent) ? line.slice(outer.indent.length) : line.trimStart();
  return `${outer.indent}${"> ".repeat(quotes.length)}${rest}`.trimEnd();
}

interface Indented {
  /** From which column on a line is part of it. */
  readonly body: number;
  readonly indent: number;
  readonly isQuoted: boolean;
}

const MARKED =
  /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([\w-]{1,60})(?:[ \t]+[\w-]{1,60}){0,5}[ \t]*(?:"([^"\n]{0,300})")?[ \t]*$/;
const TAB = /^([ \t]*)===[+!]?[ \t]+"([^"\n]{0,300})"[ \t]*$/;

/** `!!! note "Title"`, `??? tip` and `=== "Tab"` with the text that is indented below them, in the same way. */
export function quoteIndented(text: string): string {
  if (!/!!!|\?\?\?|===/.test(text)) return text;
  const open: Indented[] = [];
  let fence: string | undefined;
  return text
    .split("\n")
    .map((whole) => {
      const [line, end] = whole.endsWith("\r") ? [whole.slice(0, -1), "\r"] : [whole, ""];
      if (line.trim() === "") return quoted(open, "") + end;
      const column = line.length - line.trimStart().length;
      while (open.length > 0 && column < open.at(-1)!.body) {
        open.pop();
        fence = undefined;
      }
      const marks = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (marks !== undefined && endsFence(line, marks, fence)) fence = undefined;
        return quoted(open, line) + end;
      }
      if (marks !== undefined) fence = marks;
      const [, , kind, title = ""] = MARKED.exec(line) ?? [];
      const tab = TAB.exec(line)?.[2];
      if (kind === undefined && tab === undefined) return quoted(open, line) + end;
      const outer = [...open];
      if (open.length < DEEPEST) open.push({ body: column + 4, indent: column, isQuoted: kind !== undefined });
      const said = kind === undefined ? `**${tab}**` : label(kind.toLowerCase(), title);
      const shown = quoted(outer, `${" ".repeat(column)}${kind === undefined ? "" : "> "}${said}`);
      return shown + end;
    })
    .join("\n");
}

function quoted(open: readonly Indented[], line: string): string {
  const [outer] = open;
  if (outer === undefined) return line;
  const quotes = "> ".repeat(open.filter(({ isQuoted }) => isQuoted).length);
  return `${" ".repeat(outer.indent)}${quotes}${line.slice(open.at(-1)!.body)}`.trimEnd();
}
