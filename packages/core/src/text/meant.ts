import { nearest } from "./nearest.js";

/** The known word that somebody meant: a slip of the keyboard, or else a short form such as `ctx` or `val`. */
export function meant(word: string, known: Iterable<string>): string | undefined {
  const words = [...known];
  return nearest(word, words) ?? (word.length < 2 ? undefined : words.find((full) => isShortFor(word, full)));
}

/** The same first letter, and every letter in its order. */
function isShortFor(short: string, full: string): boolean {
  if (short[0] !== full[0] || short.length >= full.length) return false;
  let at = -1;
  return [...short].every((letter) => {
    at = full.indexOf(letter, at + 1);
    return at >= 0;
  });
}
