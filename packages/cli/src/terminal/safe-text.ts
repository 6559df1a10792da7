import { escapeControls, replaceInvisible } from "@pd/core/messages";

/** One line of text from a file: control characters and those that nobody sees are shown, line breaks and tabs are blanks. */
export function safeLine(text: string): string {
  return escapeControls(text.replace(/[\t\r\n]+/gu, " ")).trim();
}

/** Text of several lines: line breaks stay, tabs are blanks, everything else that steers a terminal or deceives its reader is shown. */
export function safeText(text: string): string {
  return text
    .split(/\r?\n/u)
    .map((line) => escapeControls(line.replaceAll("\t", "    ")))
    .join("\n");
}

/** JSON as it stands, with the control characters that `JSON.stringify` lets through, and those that nobody sees, written as escapes: the value is the same. */
export function safeJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent);
  return replaceInvisible(json.replace(/[\u007f-\u009f\u2028\u2029]/gu, jsonEscape), jsonEscape);
}

/** By halves, as JSON has it. */
function jsonEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word) && !word.startsWith("-")) return word;
  return `'${escapeControls(word).replaceAll("'", "'\\''")}'`;
}
