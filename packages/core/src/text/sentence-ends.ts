import { isAscii } from "./ascii.js";
import { characterBoundary } from "./character-cut.js";

/** What is longer is cut where it can be. */
const LONGEST_SENTENCE = 300;

/**
 * After the mark, closing quotes and brackets belong to the sentence; a space has to follow, but not after marks that nothing else uses: those of
 * Chinese and Japanese, and, by their numbers, of Devanagari and its kin, Arabic, Urdu, Armenian, Ethiopic, Khmer, Burmese and Tibetan.
 */
const SENTENCE_END =
  /[。！？｡\u0964\u0965\u061f\u06d4\u0589\u1362\u1367\u17d4\u17d5\u104b\u0f0d][」』”’）)]*|(?:[.!?…]+)["'”’)\]*_]*(?=\s)/gu;

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "e.g i.e etc vs cf ca al approx resp incl dr mr mrs ms prof st jr sr fig figs no nos vol p pp ed eds inc ltd co bzw usw z.b d.h u.a".split(
    " ",
  ),
);

/** The same as a pattern, for words beyond ASCII. Made when there is one: it takes longer than all else that is done for a note. */
let beyondAscii: RegExp | undefined;

/** Short words and numbers that a full stop does not end, a single letter among them. */
function isAbbreviation(text: string): boolean {
  const word = text.slice(text.search(/[^\s(["']*$/));
  if (isAscii(word)) return ABBREVIATIONS.has(word.toLowerCase()) || /^(?:[a-z]|\d{1,3})$/i.test(word);
  beyondAscii ??= new RegExp(`^(?:${[...ABBREVIATIONS].join("|").replaceAll(".", "\\.")}|\\d{1,3}|\\p{L})$`, "iu");
  return beyondAscii.test(word);
}

/** The text of an ended sentence does not go on in lower case. */
function goesOn(rest: string): boolean {
  if (rest === "") return false;
  const code = rest.charCodeAt(0);
  return code < 0x80 ? code >= 0x61 && code <= 0x7a : /^\p{Ll}/u.test(rest);
}

function endsSentence(text: string, match: RegExpExecArray): boolean {
  const mark = match[0];
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const rest = text.slice(match.index + mark.length, match.index + mark.length + 40).trimStart();
  if (goesOn(rest)) return false;
  return !isAbbreviation(text.slice(Math.max(0, match.index - 12), match.index));
}

/** Where the next sentence ends, or -1. Not by `matchAll`, which makes the pattern anew each time. */
export function sentenceEnd(text: string, from: number): number {
  SENTENCE_END.lastIndex = from;
  for (let match = SENTENCE_END.exec(text); match !== null; match = SENTENCE_END.exec(text)) {
    if (endsSentence(text, match)) return match.index + match[0].length;
  }
  return -1;
}

/**
 * Where each sentence of a text ends, the last at its end. White space behind a sentence belongs to it. A line break alone ends none;
 * what has no sentence end for long (a table, code, a script that ends sentences with spaces) is cut at lines, then at spaces.
 */
export function sentenceEnds(text: string, longest = LONGEST_SENTENCE): readonly number[] {
  const ends: number[] = [];
  let from = 0;
  for (let next = sentenceEnd(text, 0); next >= 0; next = sentenceEnd(text, next)) {
    const end = afterSpace(text, next);
    if (end >= text.length) break;
    splitLong(text, from, end, longest, ends);
    from = end;
  }
  splitLong(text, from, text.length, longest, ends);
  return ends;
}

function afterSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && /\s/.test(text[end]!)) end++;
  return end;
}

/** Adds the end of a sentence, and before it the places where it is cut for its length. */
function splitLong(text: string, from: number, end: number, longest: number, ends: number[]): void {
  let start = from;
  while (end - start > longest) {
    const part = text.slice(start, Math.min(end, start + longest));
    const line = part.lastIndexOf("\n");
    const space = part.lastIndexOf(" ");
    const at = line > 0 ? line : space > 0 ? space : cutOf(text, start, longest) - 1;
    start = Math.min(end, start + Math.max(1, at + 1));
    ends.push(start);
  }
  if (start < end || ends.length === 0) ends.push(end);
}

/** How many characters the next part has, where neither a line nor a space ends it: none is parted as people see it. */
function cutOf(text: string, start: number, longest: number): number {
  const boundary = characterBoundary(text, start + longest) - start;
  return boundary > 0 ? boundary : longest;
}
