/*
 * Characters that a person does not see and a model reads. Not among them, because somebody needs them: joiners and non-joiners (Persian, Indic
 * scripts, emoji), one variation selector, marks of direction, soft hyphens, blanks of no width in scripts without blanks, and the tag letters
 * of the flag of a region.
 */

/**
 * A black flag, the letters of a region, and their end. England, Scotland and Wales are all that is drawn as a flag of its own: of any other
 * letters a person sees a black flag, and several of them in a row could spell a sentence.
 */
const FLAG = ["gbeng", "gbsct", "gbwls"].map((region) => `\u{1f3f4}${tagged(region)}\u{e007f}`).join("|");
const TAGS = String.raw`\u{e0000}-\u{e007f}`;
const SELECTOR = String.raw`[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`;
const WITHOUT_BLANKS = String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;

const INVISIBLE = [
  // Controls of direction, invisible operators and blanks of no width, fillers, annotations, tags.
  String.raw`[\u034f\u17b4\u17b5\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb${TAGS}]`,
  String.raw`(?<!${WITHOUT_BLANKS})\u200b`,
  // Several in a row mean nothing, and can spell anything.
  String.raw`(?<=[\u200c\u200d])[\u200c\u200d]`,
  `(?<=${SELECTOR})${SELECTOR}`,
].join("|");

function tagged(letters: string): string {
  return String.fromCodePoint(...Array.from(letters, (letter) => 0xe0000 + letter.charCodeAt(0)));
}

/** All of them are above: most texts need no more than this look, and the patterns below take longer to make than to use. */
const ABOVE = /[\u034f-\uffff]/;
let madeInvisible: RegExp | undefined;
let madeTags: RegExp | undefined;

function flagOrInvisible(): RegExp {
  madeInvisible ??= new RegExp(`(${FLAG})|(?:${INVISIBLE})`, "gu");
  return madeInvisible;
}

/** A text whose invisible characters are something else. */
export function replaceInvisible(text: string, replacement: (character: string) => string): string {
  if (!ABOVE.test(text)) return text;
  return text.replace(flagOrInvisible(), (found: string, flag: string | undefined) => flag ?? replacement(found));
}

/** Tag letters spell sentences that only a model reads, and have no other use: each run becomes one replacement character. */
export function replaceTags(text: string): string {
  if (!ABOVE.test(text)) return text;
  madeTags ??= new RegExp(`(${FLAG})|[${TAGS}]+`, "gu");
  return text.replace(madeTags, (_, flag: string | undefined) => flag ?? "\ufffd");
}

export interface InvisibleLine {
  /** Counted from 1. */
  readonly line: number;
  /** Which ones, as `U+200B`, each once, in order of appearance. */
  readonly codes: readonly string[];
}

/** Lines that are looked at; a text that has more has said enough. */
const MOST_LINES = 20;
const MOST_CODES = 8;

/** The lines of a text that have invisible characters. A byte order mark at its beginning is none. */
export function invisibleLines(text: string): readonly InvisibleLine[] {
  if (!ABOVE.test(text)) return [];
  const found: { line: number; codes: string[] }[] = [];
  let line = 1;
  let counted = 0;
  for (const { 0: character, 1: flag, index } of text.matchAll(flagOrInvisible())) {
    if (flag !== undefined || (index === 0 && character === "\ufeff")) continue;
    for (let end = text.indexOf("\n", counted); end >= 0 && end < index; end = text.indexOf("\n", counted)) {
      line += 1;
      counted = end + 1;
    }
    const last = found.at(-1);
    const own = last?.line === line ? last : { line, codes: [] };
    if (own !== last) {
      if (found.length === MOST_LINES) break;
      found.push(own);
    }
    const code = codeOf(character);
    if (own.codes.length < MOST_CODES && !own.codes.includes(code)) own.codes.push(code);
  }
  return found;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What to say of such a line, and what would mend it. */
export function invisibleMessage(codes: readonly string[]): { readonly message: string; readonly fix: string } {
  return {
    message: `It has characters that nobody sees and a model reads: ${codes.join(", ")}.`,
    fix: "Delete them, or write out what they stand for.",
  };
}
