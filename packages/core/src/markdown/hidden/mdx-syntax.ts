import { isBlank } from "../text/characters.js";

// The parts of JavaScript and JSX that MDX lets stand in markdown, as far as their ends have to be found.

const IMPORT = /import(?:\s*["']|\s+[\w$*{][^;]{0,2000}?\bfrom\s*["'])/y;
const EXPORT = /export\s+(?:const|let|var|function|class|async|default|type|interface|enum|\{|\*)/y;

/** Whether an import or an export begins here, at the start of a line. */
export function isEsm(text: string, at: number): boolean {
  const pattern = text.startsWith("import", at) ? IMPORT : text.startsWith("export", at) ? EXPORT : undefined;
  if (pattern === undefined) return false;
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Longer than code that stands in a note; what has no end by then ends with its line. */
const LONGEST_CODE = 20_000;
const BLANK_LINE = /\n[ \t]*(?:\r?\n|$)/g;

/** After imports and exports: at the first blank line where all brackets are closed. */
export function afterEsm(text: string, start: number): number {
  const most = Math.min(text.length, start + LONGEST_CODE);
  let depth = 0;
  for (let at = start; at < most; ) {
    const code = text[at]!;
    if (code === '"' || code === "'" || code === "`") {
      at = afterQuoted(text, at, most) ?? at + 1;
      continue;
    }
    if (code === "{" || code === "(" || code === "[") depth += 1;
    else if (code === "}" || code === ")" || code === "]") depth -= 1;
    else if (code === "\n" && depth <= 0) {
      let next = at + 1;
      while (next < text.length && (isBlank(text.charCodeAt(next)) || text[next] === "\r")) next += 1;
      if (next >= text.length || text[next] === "\n") return at + 1;
    }
    at += 1;
  }
  if (most === text.length && depth <= 0) return most;
  // A bracket in a text or a pattern was taken for one.
  BLANK_LINE.lastIndex = start;
  return (BLANK_LINE.exec(text)?.index ?? text.length - 1) + 1;
}

function afterQuoted(text: string, start: number, most: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < most; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === "\n" && quote !== "`") return undefined;
  }
  return undefined;
}

/** After the expression that the brace opens; nothing where it is not closed. */
export function afterBraces(text: string, start: number): number | undefined {
  const most = Math.min(text.length, start + LONGEST_CODE);
  let depth = 0;
  for (let at = start; at < most; at += 1) {
    if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0) return undefined;
      at = close + 1;
    } else if (text[at] === '"' || text[at] === "'" || text[at] === "`") {
      at = (afterQuoted(text, at, most) ?? at + 1) - 1;
    } else if (text[at] === "{") depth += 1;
    else if (text[at] === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

export interface Tag {
  readonly end: number;
  readonly isClosing: boolean;
  /** `<Tag />`, or one of HTML that has nothing in it. */
  readonly isEmpty: boolean;
  /** It leads somewhere, shows something or names a place: HTML that a reader of markdown knows. */
  readonly isKept: boolean;
}

const NAME = /<(\/?)([A-Za-z][\w.:-]*)?(?=[\s/>])/y;
const VOID = new Set(["br", "hr", "img", "input", "meta", "link", "source", "wbr"]);
const SHOWN = new Set(["a", "img", "br", "kbd", "sub", "sup"]);
const LONGEST_TAG = 4000;

/** The tag that begins here, if one does. */
export function afterTag(text: string, start: number): Tag | undefined {
  NAME.lastIndex = start;
  const match = NAME.exec(text);
  if (match === null) return undefined;
  const end = tagEnd(text, NAME.lastIndex);
  if (end === undefined) return undefined;
  const name = match[2] ?? "";
  const source = text.slice(start, end);
  const isHtml = /^[a-z]/.test(name);
  return {
    end,
    isClosing: match[1] === "/",
    isEmpty: source.endsWith("/>") || VOID.has(name),
    isKept: isHtml && (SHOWN.has(name) || /\s(?:id|name)=["']/.test(source)),
  };
}

function tagEnd(text: string, start: number): number | undefined {
  const most = Math.min(text.length, start + LONGEST_TAG);
  for (let at = start; at < most; ) {
    const code = text[at];
    if (code === ">") return at + 1;
    if (code === "<") return undefined;
    if (code === '"' || code === "'") {
      const close = text.indexOf(code, at + 1);
      if (close < 0 || close >= most) return undefined;
      at = close + 1;
    } else if (code === "{") {
      const after = afterBraces(text, at);
      if (after === undefined) return undefined;
      at = after;
    } else at += 1;
  }
  return undefined;
}
