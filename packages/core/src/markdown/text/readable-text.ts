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
  return readable(source, true);
}

/** The same without what images say in place of themselves: badges behind a title are no part of it. Where nothing else is there, it stays. */
export function readableTextOnly(source: string): string {
  return (source.includes("![") && readable(source, false)) || readable(source, true);
}

function readable(source: string, images: boolean): string {
  const text = source.length > LONGEST_SOURCE ? source.slice(0, LONGEST_SOURCE) : source;
  return unmark(text, 0, images).replace(/\s+/g, " ").trim();
}

/** A stretch of source with the bracket that closes each of its brackets, found once for all of them. */
interface Stretch {
  readonly source: string;
  readonly nesting: number;
  /** Whether images show the text that stands for them. */
  readonly images: boolean;
  readonly closers: ReadonlyMap<number, number>;
}

const NO_BRACKETS: ReadonlyMap<number, number> = new Map();

function unmark(source: string, nesting: number, images: boolean): string {
  const closers = source.includes("[") ? bracketPairs(source) : NO_BRACKETS;
  const stretch: Stretch = { source, nesting, images, closers };
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
      return source[at + 1] === "[" ? image(stretch, at) : undefined;
    case "[":
      return bracketed(stretch, at);
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

function image(stretch: Stretch, at: number): Piece | undefined {
  const { images, closers } = stretch;
  const piece = bracketed(stretch, at + 1);
  if (piece !== undefined) return { length: piece.length + 1, text: images ? piece.text : "" };
  // `![label]`: where the label is defined is not known here, but hardly anybody writes this who means no image.
  const close = images ? undefined : closers.get(at + 1);
  return close === undefined ? undefined : { length: close + 1 - at, text: "" };
}

function bracketed({ source, nesting, images, closers }: Stretch, at: number): Piece | undefined {
  const wikilink = matchAt(WIKILINK, source, at);
  if (wikilink !== null && !isLinkText(source, at, wikilink[0].length)) {
    const text = wikilink[2] ?? (wikilink[1] ?? "").replace(/^#\^?/, "");
    return { length: wikilink[0].length, text };
  }
  const close = nesting > 3 ? undefined : closers.get(at);
  if (close === undefined) return undefined;
  const tail = matchAt(LINK_TAIL, source, close + 1);
  if (tail === null) return undefined;
  return { length: close + 1 + tail[0].length - at, text: unmark(source.slice(at + 1, close), nesting + 1, images) };
}

/** `[[options]](#options)` is a link that shows brackets, and no wikilink. An embed stays one, and `[[cat]](s)`, which has no address. */
function isLinkText(source: string, at: number, length: number): boolean {
  if (source[at + length] !== "(" || source[at - 1] === "!") return false;
  return /[#./:]/.test(matchAt(LINK_TAIL, source, at + length)?.[0] ?? "");
}

/** Marks that come in pairs go; `2 * 3`, `snake_case` and a mark that stands alone stay. */
function emphasis({ source, nesting, images }: Stretch, at: number): Piece {
  const mark = source[at] ?? "";
  const length = runLength(source, at);
  const literal: Piece = { length, text: source.slice(at, at + length) };
  if (length > 3 || nesting > 3 || ((mark === "~" || mark === "=") && length !== 2)) return literal;
  if (isSpace(source[at + length]) || (mark === "_" && isWordPart(source[at - 1] ?? ""))) return literal;
  const close = closingRun(source, at + length, literal.text);
  if (close < 0) return literal;
  return { length: close + length - at, text: unmark(source.slice(at + length, close), nesting + 1, images) };
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
