import { isDigit, isLetter } from "./characters";
import { byteAt } from "./layout";

/** Whether a heading has nothing but letters, digits and ` ,.:;'"()/?!+-`: such a one stays as it is, two blanks in a row too. */
export function isPlainHeading(start: i32, end: i32): bool {
  for (let at = start; at < end; at++) {
    const code = byteAt(at);
    if (isLetter(code) || isDigit(code) || (code >= 39 && code <= 41) || (code >= 43 && code <= 47)) continue;
    if (code !== 32 && code !== 33 && code !== 34 && code !== 58 && code !== 59 && code !== 63) return false;
  }
  return true;
}
