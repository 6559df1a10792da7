import type { Diagnostic } from "./frontmatter-types.js";

/** Whether a block needs no cleaning before its values may be used. */
export function isClean(text: string, from: number, to: number): boolean {
  const block = text.slice(from, to);
  return !block.includes("\0") && !block.includes("\uFFFD");
}

/** Reports characters that have no place in a text, and replaces those that would do harm. Lengths stay. */
export function cleaned(block: string, firstLine: number, diagnostics: Diagnostic[]): string {
  const lineOf = (mark: string) => firstLine + block.slice(0, block.indexOf(mark)).split(/\r\n|\r|\n/).length - 1;
  let text = block;
  if (text.includes("\uFFFD")) {
    const message = "A character could not be decoded: the file is not UTF-8 here.";
    diagnostics.push({ code: "bad-utf8", line: lineOf("\uFFFD"), message });
  }
  if (text.includes("\0")) {
    const message = "The file holds a NUL character; it is read as U+FFFD, as in CommonMark.";
    diagnostics.push({ code: "nul-character", line: lineOf("\0"), message });
    text = text.replaceAll("\0", "\uFFFD");
  }
  const bare = /\r(?!\n)/g;
  if (bare.test(text)) {
    const message = "Lines end with bare carriage returns; they are read as line feeds.";
    diagnostics.push({ code: "bare-carriage-return", line: firstLine, message });
    text = text.replace(bare, "\n");
  }
  return text;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    // Each half of a surrogate pair stands for two of its four bytes.
    else bytes += code >= 0xd800 && code <= 0xdfff ? 2 : 3;
  }
  return bytes;
}

/**
 * Where a line of `text` starts in the `bytes` it was decoded from. Counts line ends and not characters: a byte that
 * is no UTF-8 becomes a character of another length, but never takes a line end with it.
 */
export function lineStartInBytes(bytes: Uint8Array, text: string, offset: number): number {
  if (offset >= text.length) return bytes.length;
  let ends = 0;
  for (let at = 0; at < offset; at += 1) if (isLineEnd(text.charCodeAt(at))) ends += 1;
  for (let at = 0; at < bytes.length; at += 1) {
    if (ends === 0) return at;
    if (isLineEnd(bytes[at] ?? 0)) ends -= 1;
  }
  return bytes.length;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
