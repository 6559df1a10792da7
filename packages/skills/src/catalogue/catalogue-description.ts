import { printable } from "@pd/core";

export const ELLIPSIS = "…";

/** A word up to this length is shown whole or not at all. In a longer one, and where words are not parted by blanks, there are cuts inside. */
const LONGEST_WORD = 40;

/** Between two cuts inside a long word: so many UTF-16 units, and from some length on a share of what stands before. */
const LEAST_STEP = 8;
const STEP_SHARE = 0.1;

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
 * and what is no character, a lone surrogate among it, or only a model would read, the sign for that.
 */
export function onOneLine(description: string): string {
  const text = description.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return IS_PLAIN.test(text) ? text : printable(text.replace(/[\ufffe\uffff]/gu, "\ufffd"));
}

/**
 * Where a description on one line can end before its end, ascending: after a word and not after a comma or a dash, in a long word never
 * inside a character as people see it. Something always stands before a cut.
 */
export function* cutEnds(description: string): Generator<number, void> {
  let last = 0;
  for (let at = 0; at < description.length; ) {
    const space = description.indexOf(" ", at + 1);
    const end = space < 0 ? description.length : space;
    if (end - at > LONGEST_WORD) {
      for (let cut = at + stepAt(at); cut < end; cut += stepAt(cut)) {
        const inside = characterBoundary(description, cut);
        if (inside <= last) continue;
        last = inside;
        yield inside;
      }
    }
    const tidy = withoutLooseEnd(description, end);
    if (space >= 0 && tidy > last) {
      last = tidy;
      yield tidy;
    }
    at = end;
  }
}

function stepAt(at: number): number {
  return Math.max(LEAST_STEP, Math.floor(at * STEP_SHARE));
}

function withoutLooseEnd(text: string, end: number): number {
  let last = end;
  while (last > 0 && LOOSE_ENDS.includes(text.charAt(last - 1))) last -= 1;
  return last;
}

/** The last offset not after `cut` where a text can be parted without parting a character; 0 where none is near. */
function characterBoundary(text: string, cut: number): number {
  if (isAscii(text, cut - 1) && isAscii(text, cut)) return cut;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const least = Math.max(0, cut - LOOK_BACK);
  let from = cut - 1;
  while (from > least && !isAscii(text, from)) from -= 1;
  const within = graphemes.segment(text.slice(from, cut + LOOK_AHEAD)).containing(cut - from)?.index ?? 0;
  // From the middle of a pile of marks on, nobody can tell where a character begins.
  return from + within > least ? from + within : 0;
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80;
}
