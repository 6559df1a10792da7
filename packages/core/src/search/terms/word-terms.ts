import { normalizeScript } from "./script-forms.js";
import { stem } from "./stem.js";

/** Longer than any word, shorter than what base64 and minified code would fill an index with. */
export const WORD_BYTES = 64;
const MOST_PARTS = 12;

/** Names in two capitals that are one word: "java" does not find JavaScript. */
const ONE_WORD = new Set(
  "JavaScript TypeScript CoffeeScript GitHub GitLab YouTube LinkedIn PowerPoint WordPress PostgreSQL MySQL".split(" "),
);

const COMBINING = /[\u0300-\u036f]/g;
const ASCII = /^[\p{ASCII}]*$/u;
const NUMBER = /^\d[\d.]*$/;

/**
 * The terms of one written word: the tokenizer's slow path, taken once for each distinct spelling.
 * A compound (camelCase, snake_case, kebab-case, dotted.name) gives its parts and the whole, the whole without its joints,
 * so that `tokenBudget`, `token_budget` and `token-budget` are equal and "token budget" finds each.
 */
export function wordTerms(written: string): readonly string[] {
  const plain = ASCII.test(written);
  const word = withoutPossessive(plain ? written : written.normalize("NFKC"));
  const last = word.charCodeAt(word.length - 1);
  if (last === 0x2b || last === 0x23) return [word.toLowerCase()]; // C++, C#
  if (NUMBER.test(word)) return [word];

  const terms = splitWord(word)
    .slice(0, MOST_PARTS)
    .map((part) => stemmed(plain ? part.toLowerCase() : fold(part)));
  if (terms.length > 1) terms.push(terms.join(""));
  return terms.length > 2 ? [...new Set(terms)] : terms;
}

function withoutPossessive(word: string): string {
  const mark = word.charCodeAt(word.length - 2);
  return (mark === 0x27 || mark === 0x2019) && (word.endsWith("s") || word.endsWith("S")) ? word.slice(0, -2) : word;
}

const [JOINT, LOWER, UPPER, OTHER] = [0, 1, 2, 3] as const;

/** At joints, at `aB`, and before the last capital of `ABc`. `.NET` keeps its dot: it is not a net. */
function splitWord(word: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let before: number = JOINT;
  const cut = (end: number) => {
    if (end > start) parts.push(...camelParts(word.slice(start, end)));
  };
  for (let at = 0; at < word.length; at++) {
    const kind = kindOf(word.charCodeAt(at));
    if (kind === JOINT) {
      cut(at);
      start = word[at] === "." && /^\.net$/i.test(word.slice(at)) ? at : at + 1;
    }
    before = kind;
  }
  if (before !== JOINT) cut(word.length);
  return parts;
}

function camelParts(piece: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 1; at < piece.length; at++) {
    if (kindOf(piece.charCodeAt(at)) !== UPPER) continue;
    const before = kindOf(piece.charCodeAt(at - 1));
    // A plural of an acronym is one word: APIs, URLs.
    const starts = at + 1 < piece.length && kindOf(piece.charCodeAt(at + 1)) === LOWER && piece.slice(at + 1) !== "s";
    if (before === LOWER || (before !== JOINT && starts)) {
      parts.push(piece.slice(start, at));
      start = at;
    }
  }
  if (start === 0 || ONE_WORD.has(piece)) return [piece];
  parts.push(piece.slice(start));
  return parts;
}

function kindOf(code: number): number {
  if (code < 0x80) {
    if (code >= 0x61 && code <= 0x7a) return LOWER;
    if (code >= 0x41 && code <= 0x5a) return UPPER;
    return code >= 0x30 && code <= 0x39 ? OTHER : JOINT;
  }
  if (code === 0x2019) return JOINT;
  const letter = String.fromCharCode(code);
  if (letter !== letter.toLowerCase()) return UPPER;
  return letter !== letter.toUpperCase() ? LOWER : OTHER;
}

/** Lower case, accents off: é is e, and so are the Turkish dotless i and the Vietnamese barred d. Marks that are letters of their script stay. */
function fold(part: string): string {
  const plain = part.toLowerCase().normalize("NFD").replace(COMBINING, "").normalize("NFC");
  return normalizeScript(plain.replaceAll("ß", "ss").replaceAll("ı", "i").replaceAll("đ", "d"));
}

/** Stemmed where it is plain English. */
function stemmed(part: string): string {
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    if (code < 0x61 || code > 0x7a) return part;
  }
  return stem(part);
}
