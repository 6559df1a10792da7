/** More than any real frontmatter; `yaml` is slow beyond it. */
export const MAX_FRONTMATTER_BYTES = 16_384;

/** Where a file's frontmatter stands. Offsets are those of what was searched: bytes, or UTF-16 units. */
export type Fence =
  | { readonly kind: "none" }
  /** Cut before the closing fence: read on, up to `MAX_FRONTMATTER_BYTES` and a few lines. */
  | { readonly kind: "incomplete" }
  | OpenFence
  | ClosedFence;

interface FenceStart {
  /** The first character after the opening fence's line. */
  readonly open: number;
  /** The file's line number at `open`. */
  readonly line: number;
  /** What stands after the opening dashes: "js" for `---js`. Never run, whatever it is. */
  readonly language: string;
  /** Lines of a comment count as such. */
  readonly blankLinesBefore: number;
}

export interface ClosedFence extends FenceStart {
  readonly kind: "closed";
  /** The first character of the closing fence's line. */
  readonly close: number;
  /** Where the body starts. */
  readonly end: number;
}

export interface OpenFence extends FenceStart {
  /** `overlong`: no closing fence within the cap; there may be one further on. */
  readonly kind: "unclosed" | "overlong";
}

export interface FenceOptions {
  /** Whether the text is the whole file (the default) or only its head. */
  readonly complete?: boolean;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const DASH = 45;
const DOT = 46;
const BANG = 33;
const LESS = 60;
const GREATER = 62;

/** A byte or a UTF-16 unit; NaN after the end. */
function codeAt(input: string | Uint8Array, index: number): number {
  return typeof input === "string" ? input.charCodeAt(index) : (input[index] ?? Number.NaN);
}

/** The start of the next line; the end of the input where there is none. */
function nextLine(input: string | Uint8Array, from: number, newline: number): number {
  if (typeof input === "string") {
    const found = input.indexOf(newline === LF ? "\n" : "\r", from);
    return found < 0 ? input.length : found + 1;
  }
  const found = input.indexOf(newline, from);
  return found < 0 ? input.length : found + 1;
}

/**
 * Finds the fences and nothing more. Takes UTF-8 bytes, text decoded as UTF-8, or text decoded as latin1.
 *
 * Opening: `---` on the first line; a byte order mark, trailing blanks, any line ending, blank lines and one HTML
 * comment before it are tolerated. Closing: the first later line that is `---` or `...`, trailing blanks apart.
 */
export function findFrontmatter(input: string | Uint8Array, { complete = true }: FenceOptions = {}): Fence {
  let at = byteOrderMarkLength(input);
  let blankLinesBefore = 0;
  let afterComment: number | undefined;
  for (;;) {
    const content = skipBlanks(input, at);
    const code = codeAt(input, content);
    if (code !== LF && code !== CR) {
      if (content >= input.length) return !complete ? { kind: "incomplete" } : { kind: "none" };
      const comment = code === LESS && afterComment === undefined ? commentAt(input, content) : undefined;
      if (comment === undefined) break;
      at = comment.end;
      afterComment = at;
      blankLinesBefore += comment.lines;
      continue;
    }
    at = content + (code === CR && codeAt(input, content + 1) === LF ? 2 : 1);
    blankLinesBefore += 1;
  }
  // `<!-- --> ---` on one line is text.
  if (at === afterComment) return { kind: "none" };
  const fence = openingAt(input, at, blankLinesBefore, complete);
  const isOpen = fence.kind === "unclosed" || fence.kind === "overlong";
  // After a comment only where it is whole: one thematic break is not taken for a fence.
  return isOpen && afterComment !== undefined ? { kind: "none" } : fence;
}

/** A licence or a tool's remark is no longer than this. */
const MAX_COMMENT = 2048;

/** Where an HTML comment ends that starts here, and how many lines it goes on for. */
function commentAt(
  input: string | Uint8Array,
  start: number,
): { readonly end: number; readonly lines: number } | undefined {
  if (codeAt(input, start + 1) !== BANG || codeAt(input, start + 2) !== DASH || codeAt(input, start + 3) !== DASH)
    return undefined;
  let lines = 0;
  for (let at = start + 4; at < Math.min(input.length, start + MAX_COMMENT); at += 1) {
    const code = codeAt(input, at);
    if (code === LF || (code === CR && codeAt(input, at + 1) !== LF)) lines += 1;
    if (code === GREATER && codeAt(input, at - 1) === DASH && codeAt(input, at - 2) === DASH)
      return { end: at + 1, lines };
  }
  return undefined;
}

function byteOrderMarkLength(text: string | Uint8Array): number {
  const first = codeAt(text, 0);
  if (first === 0xfeff) return 1;
  return first === 0xef && codeAt(text, 1) === 0xbb && codeAt(text, 2) === 0xbf ? 3 : 0;
}

function openingAt(text: string | Uint8Array, at: number, blankLinesBefore: number, complete: boolean): Fence {
  if (!complete && at + 3 > text.length) return { kind: "incomplete" };
  if (codeAt(text, at) !== DASH || codeAt(text, at + 1) !== DASH || codeAt(text, at + 2) !== DASH)
    return { kind: "none" };
  const word = skipBlanks(text, at + 3);
  let wordEnd = word;
  while (isWord(codeAt(text, wordEnd))) wordEnd += 1;
  let lineEnd = skipBlanks(text, wordEnd);
  // A file that ends here has an opening fence and nothing else.
  if (lineEnd >= text.length) return complete ? { kind: "none" } : { kind: "incomplete" };
  const ending = codeAt(text, lineEnd);
  // `----`, `--- |` and `--- some words` are a thematic break or a paragraph.
  if (ending !== LF && ending !== CR) return { kind: "none" };
  if (ending === CR && codeAt(text, lineEnd + 1) === LF) lineEnd += 1;
  const newline = codeAt(text, lineEnd);
  let language = "";
  for (let index = word; index < wordEnd; index += 1) language += String.fromCharCode(codeAt(text, index));
  const start: FenceStart = { open: lineEnd + 1, line: blankLinesBefore + 2, language, blankLinesBefore };
  return closingAfter(text, start, newline, complete);
}

function closingAfter(text: string | Uint8Array, start: FenceStart, newline: number, complete: boolean): Fence {
  let at = start.open;
  const limit = start.open + MAX_FRONTMATTER_BYTES;
  while (at < text.length) {
    if (at > limit) return { kind: "overlong", ...start };
    const code = codeAt(text, at);
    const isFence = (code === DASH || code === DOT) && codeAt(text, at + 1) === code && codeAt(text, at + 2) === code;
    const blanksEnd = isFence ? skipBlanks(text, at + 3) : at;
    if (isFence && blanksEnd >= text.length && !complete) return { kind: "incomplete" };
    if (isFence && isLineEnd(text, blanksEnd)) return closed(text, start, at, blanksEnd);
    at = nextLine(text, at, newline);
  }
  if (text.length > limit) return { kind: "overlong", ...start };
  return complete ? { kind: "unclosed", ...start } : { kind: "incomplete" };
}

function closed(text: string | Uint8Array, start: FenceStart, close: number, blanksEnd: number): ClosedFence {
  const crlf = codeAt(text, blanksEnd) === CR && codeAt(text, blanksEnd + 1) === LF;
  const end = Math.min(text.length, blanksEnd + (crlf ? 2 : 1));
  // Spelled out: spreading `start` costs as much as finding the fence.
  const { open, line, language, blankLinesBefore } = start;
  return { kind: "closed", open, line, language, blankLinesBefore, close, end };
}

function isLineEnd(text: string | Uint8Array, at: number): boolean {
  if (at >= text.length) return true;
  const code = codeAt(text, at);
  return code === LF || code === CR;
}

function skipBlanks(text: string | Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = codeAt(text, at);
    if (code !== SPACE && code !== TAB) return at;
    at += 1;
  }
}

function isWord(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57);
}
