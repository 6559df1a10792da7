/** The least that is left of a description: what is shorter tells two skills apart no better than their names do. */
export const LEAST_CAP = 16;

/** Before descriptions get shorter than this, locations are left out: a skill can be loaded by its name, but not chosen by it. */
export const LEAST_CAP_WITH_LOCATION = 80;

const ELLIPSIS = "…";

/** A word is kept whole where one ends this near to the cut. */
const LONGEST_WORD = 40;

/** How far back a place is looked for where a character surely begins: flags pair up from the first on, so a nearer one could part one. */
const LOOK_BACK = 2000;

/** Enough behind a cut to see whether the character before it goes on. */
const LOOK_AHEAD = 32;

const IS_PLAIN = /^[ -~]*$/;

/** What a shortened text does not end with. */
const LOOSE_ENDS = " ,;:.…–-";

let graphemes: Intl.Segmenter | undefined;

/**
 * A description on one line, as a catalogue has room for: blanks and control characters in a row become one space,
 * and what is no character, a lone surrogate among it, the sign for that.
 */
export function onOneLine(description: string): string {
  const text = IS_PLAIN.test(description) ? description : description.replace(/[\p{Cs}\ufffe\uffff]/gu, "\ufffd");
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/**
 * The description, or its beginning and an ellipsis in at most `cap` UTF-16 units. It ends after a word where one ends near,
 * never inside a character as people see it, and something of it is always left.
 */
export function shortened(description: string, cap: number): string {
  if (description.length <= cap) return description;
  const cut = characterBoundary(description, cap - ELLIPSIS.length);
  const space = description.lastIndexOf(" ", cut);
  const end = space >= cut - LONGEST_WORD && space * 2 >= cut ? space : cut;
  let last = end;
  while (last > 0 && LOOSE_ENDS.includes(description.charAt(last - 1))) last -= 1;
  return description.slice(0, last === 0 ? end : last) + ELLIPSIS;
}

/** The last offset not after `cut` where a text can be parted without parting a character; inside a pile of marks, a code point's. */
function characterBoundary(text: string, cut: number): number {
  if (isAscii(text, cut - 1) && isAscii(text, cut)) return cut;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const least = Math.max(0, cut - LOOK_BACK);
  let from = cut - 1;
  while (from > least && !isAscii(text, from)) from -= 1;
  const within = graphemes.segment(text.slice(from, cut + LOOK_AHEAD)).containing(cut - from)?.index ?? 0;
  return within + from > 0 && from + within > least ? from + within : wholeCodePoint(text, cut);
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80;
}

function wholeCodePoint(text: string, at: number): number {
  const parts = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return parts ? at - 1 : at;
}
