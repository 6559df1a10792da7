import { replaceInvisible } from "./invisible.js";

/** Makes control characters visible, and those that nobody sees, so that text from a file cannot steer or deceive the terminal or log that shows it. */
export function escapeControls(text: string): string {
  return replaceInvisible(text.replace(/\p{Cc}|[\u2028\u2029]/gu, escapeOf), escapeOf);
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
