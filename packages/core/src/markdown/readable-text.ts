/** More than this of a heading or a paragraph is not looked at: what follows is left out. */
const LONGEST_SOURCE = 2000;

/** A mark is closed within so many characters or is none: else text full of opening marks would cost its square. */
const SOON = 300;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

const ESCAPABLE = /[!-/:-@[-`{-~]/;

/** What a piece of inline markdown is to the eye: how much of the source it takes, and what stays of it. */
interface Piece {
  readonly length: number;
  readonly text: string;
}

/**
 * The words of inline markdown without its marks: emphasis, code, links, wikilinks, images, comments, tags. It reads
 * for people and search; it does not decide what is a link.
 */
export function readableText(source: string): string {
  const text = source.length > LONGEST_SOURCE ? source.slice(0, LONGEST_SOURCE) : source;
  return unmark(text, 0).replace(/\s+/g, " ").trim();
}

/** A stretch of source with the bracket that closes each of its brackets, found once for all of them. */
interface Stretch {
  readonly source: string;
  readonly nesting: number;
  readonly closers: ReadonlyMap<number, number>;
}

const NO_BRACKETS: ReadonlyMap<number, number> = new Map();

function unmark(source: string, nesting: number): string {
  const stretch: Stretch = { source, nesting, closers: source.includes("[") ? bracketPairs(source) : NO_BRACKETS };
  let out = "";
  let at = 0;
  while (at < source.length) {
    const piece = pieceAt(stretch, at);
    if (piece === undefined) {
      out += source[at];
      at++;
    } else {
      out += piece.text;
      at += piece.length;
    }
  }
  return out;
}

function bracketPairs(source: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === "\\") at++;
    else if (character === "[") open.push(at);
    else if (character === "]") {
      const opener = open.pop();
      if (opener !== undefined) closers.set(opener, at);
    }
  }
  return closers;
}

function pieceAt(stretch: Stretch, at: number): Piece | undefined {
  const { source } = stretch;
  switch (source[at]) {
    case "\\":
      return ESCAPABLE.test(source[at + 1] ?? "") ? { length: 2, text: source[at + 1] ?? "" } : undefined;
    case "`":
      return codeSpan(source, at);
    case "<":
      return angle(source, at);
    case "&":
      return entity(source, at);
    case "!":
      return source[at + 1] === "[" ? bracketed(stretch, at + 1, 1) : undefined;
    case "[":
      return bracketed(stretch, at, 0);
    case "*":
    case "_":
    case "~":
    case "=":
      return emphasis(stretch, at);
    default:
      return undefined;
  }
}

function runLength(source: string, at: number): number {
  let end = at + 1;
  while (source[end] === source[at]) end++;
  return end - at;
}

function codeSpan(source: string, at: number): Piece {
  const length = runLength(source, at);
  const fence = source.slice(at, at + length);
  let close = source.indexOf(fence, at + length);
  while (close >= 0) {
    const closing = runLength(source, close);
    if (closing === length) return { length: close + length - at, text: source.slice(at + length, close).trim() };
    close = source.indexOf(fence, close + closing);
  }
  return { length, text: fence };
}

const COMMENT = /<!--[\s\S]*?-->/y;
const AUTOMATIC_LINK = /<([a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iy;
const TAG = /<\/?[a-z][^<>[\]]*>/iy;

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function angle(source: string, at: number): Piece | undefined {
  const link = matchAt(AUTOMATIC_LINK, source, at);
  if (link !== null) return { length: link[0].length, text: link[1] ?? "" };
  const unseen = matchAt(COMMENT, source, at) ?? matchAt(TAG, source, at);
  return unseen === null ? undefined : { length: unseen[0].length, text: "" };
}

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/y;

function entity(source: string, at: number): Piece | undefined {
  const match = matchAt(ENTITY, source, at);
  if (match === null) return undefined;
  const code = match[1] !== undefined ? Number(match[1]) : Number.parseInt(match[2] ?? "", 16);
  const named = ENTITIES.get(match[3] ?? "");
  if (named !== undefined) return { length: match[0].length, text: named };
  return code > 0 && code <= 0x10ffff ? { length: match[0].length, text: String.fromCodePoint(code) } : undefined;
}

const WIKILINK = /\[\[([^[\]|\n]{0,300}?)(?:\\?\|([^\n]{0,300}?))?\]\]/y;
const LINK_TAIL =
  /\(\s*(?:<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)|\[[^[\]]*\]/y;

function bracketed({ source, nesting, closers }: Stretch, at: number, before: number): Piece | undefined {
  const wikilink = matchAt(WIKILINK, source, at);
  if (wikilink !== null) {
    const text = wikilink[2] ?? (wikilink[1] ?? "").replace(/^#\^?/, "");
    return { length: before + wikilink[0].length, text };
  }
  const close = nesting > 3 ? undefined : closers.get(at);
  if (close === undefined) return undefined;
  const tail = matchAt(LINK_TAIL, source, close + 1);
  if (tail === null) return undefined;
  return { length: before + close + 1 + tail[0].length - at, text: unmark(source.slice(at + 1, close), nesting + 1) };
}

/** Marks that come in pairs go; `2 * 3`, `snake_case` and a mark that stands alone stay. */
function emphasis({ source, nesting }: Stretch, at: number): Piece {
  const mark = source[at] ?? "";
  const length = runLength(source, at);
  const literal: Piece = { length, text: source.slice(at, at + length) };
  if (length > 3 || nesting > 3 || ((mark === "~" || mark === "=") && length !== 2)) return literal;
  if (isSpace(source[at + length]) || (mark === "_" && isWordPart(source[at - 1] ?? ""))) return literal;
  const close = closingRun(source, at + length, literal.text);
  if (close < 0) return literal;
  return { length: close + length - at, text: unmark(source.slice(at + length, close), nesting + 1) };
}

function closingRun(source: string, start: number, run: string): number {
  let close = source.indexOf(run, start + 1);
  while (close >= 0 && close < start + SOON) {
    const end = close + runLength(source, close);
    // Of a longer run the last marks close, as in `**a *b***`.
    const from = end - run.length;
    const fits = end - close === run.length || (end - close === 3 && run.length < 3 && from > start);
    if (fits && !isSpace(source[close - 1]) && !(run[0] === "_" && isWordPart(source[end] ?? ""))) return from;
    close = source.indexOf(run, end);
  }
  return -1;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || character === " " || character === "\t" || character === "\n" || character === "\r";
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
