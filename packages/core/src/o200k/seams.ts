import { asciiKinds, characterKinds, LINE_END, lateKind, MARK, NUMBER, SPACE, WORD } from "./character-kinds.js";

/*
 * Seams: places that no piece of the split pattern reaches across and that no piece before depends on, so that `count(a + b)` is
 * `count(a) + count(b)`. What comes after a seam is counted as if nothing were before it, because a piece depends on nothing before its beginning.
 * What follows the right part may be anything, unless it is empty or nothing but space.
 */

const APOSTROPHE = 0x27;
const BLANK = 0x20;
const SLASH = 0x2f;

/** Whether there is a seam between two texts. */
export function separates(left: string, right: string): boolean {
  if (left === "" || right === "") return true;
  const before = lastCode(left, left.length);
  const after = right.codePointAt(0)!;
  if (isHalf(before, 0xd800) && isHalf(after, 0xdc00)) return false;
  const [kind, next] = [kindOf(before), kindOf(after)];
  if ((kind & NUMBER) !== 0) return (next & NUMBER) === 0;
  if ((kind & LINE_END) !== 0) return afterLineEnd(after, right);
  if ((kind & SPACE) !== 0) return isLoneSpace(left) && afterLoneSpace(before, next);
  if ((kind & WORD) !== 0) return afterWord(kind, after);
  return afterPunctuation(left, before, next);
}

/** A letter ends a word before everything but letters, marks and what may be a contraction; a mark may be punctuation's too. */
function afterWord(kind: number, after: number): boolean {
  const next = kindOf(after);
  if ((next & WORD) !== 0 || after === APOSTROPHE) return false;
  return (kind & MARK) === 0 || (next & NUMBER) !== 0 || ((next & SPACE) !== 0 && (next & LINE_END) === 0);
}

/** Line ends go with what is before them, and with a slash if that is punctuation; a piece of space goes on to the last line end. */
function afterLineEnd(after: number, right: string): boolean {
  if (after === SLASH) return false;
  if ((kindOf(after) & SPACE) === 0) return true;
  for (const character of right) {
    const kind = kindOf(character.codePointAt(0)!);
    if ((kind & LINE_END) !== 0) return false;
    if ((kind & SPACE) === 0) return true;
  }
  return false;
}

/** The last of several spaces is a piece of its own, but only if something follows. */
function isLoneSpace(left: string): boolean {
  if (left.length === 1) return true;
  const kind = kindOf(lastCode(left, left.length - 1));
  return (kind & SPACE) === 0 || (kind & LINE_END) !== 0;
}

/** A space joins what follows if that is a word, and a blank also if it is punctuation. */
function afterLoneSpace(space: number, next: number): boolean {
  return (next & NUMBER) !== 0 || (next === 0 && space !== BLANK);
}

/**
 * One character joins the word that follows it, two do not. A slash may be the end of a piece of punctuation, behind a line end, and a mark
 * that of a word: then what follows them is not the second of a piece.
 */
function afterPunctuation(left: string, last: number, next: number): boolean {
  if ((next & NUMBER) !== 0) return true;
  if ((next & SPACE) !== 0) return (next & LINE_END) === 0;
  if ((next & WORD) === 0 || (next & MARK) !== 0) return false;
  const rest = left.length - (last > 0xffff ? 2 : 1);
  if (rest === 0) return false;
  const before = lastCode(left, rest);
  return before !== SLASH && kindOf(before) === 0;
}

/** A lone surrogate counts as U+FFFD, which is punctuation as they are in the table. */
function kindOf(code: number): number {
  if (code < 0x80) return asciiKinds()[code]!;
  const kinds = characterKinds();
  return code < kinds.length ? kinds[code]! : lateKind(code);
}

function lastCode(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (end > 1 && isHalf(last, 0xdc00) && isHalf(text.charCodeAt(end - 2), 0xd800)) return text.codePointAt(end - 2)!;
  return last;
}

function isHalf(code: number, first: number): boolean {
  return code >= first && code < first + 0x400;
}
