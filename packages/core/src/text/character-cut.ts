const ASCII_ONLY = /^[\t\n\r -~]*$/;

/** How far back characters are counted from: flags pair up from the first on, so a nearer start could part one. */
const LOOK_BACK = 2000;

/** Enough behind a cut to see whether the character before it goes on. */
const LOOK_AHEAD = 32;

let graphemes: Intl.Segmenter | undefined;

/** The last offset not after `cut` at which `text` can be parted without parting a character as people see it. */
export function characterBoundary(text: string, cut: number): number {
  if (cut >= text.length) return text.length;
  if (cut <= 0) return 0;
  // The segmenter costs a thousand times what this look does, and most cuts fall in plain text.
  if (ASCII_ONLY.test(text.slice(cut - 1, cut + 1))) return cut;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const start = Math.max(0, cut - LOOK_BACK);
  const from = isLowSurrogate(text, start) ? start + 1 : start;
  const index = graphemes.segment(text.slice(from, cut + LOOK_AHEAD)).containing(cut - from)?.index ?? 0;
  // A pile of marks that reaches back so far is no character but an attack.
  return index > 0 ? from + index : codePointBoundary(text, cut);
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function codePointBoundary(text: string, cut: number): number {
  return isLowSurrogate(text, cut) && (text.charCodeAt(cut - 1) & 0xfc00) === 0xd800 ? cut - 1 : cut;
}

/** `text` cut to at most `longest` UTF-16 units, after a word where one ends near, never inside a character. */
export function cutToLength(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const boundary = characterBoundary(text, longest);
  const space = lastSpace(text, boundary);
  return text.slice(0, space > boundary - LONGEST_WORD && space > 0 ? space : boundary).trimEnd();
}

const LONGEST_WORD = 80;

function lastSpace(text: string, before: number): number {
  for (let at = before; at > 0 && at > before - LONGEST_WORD; at--) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 10) return at;
  }
  return -1;
}
