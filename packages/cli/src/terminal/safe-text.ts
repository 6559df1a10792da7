import { escapeControls } from "@pd/core";

/** One line of text from a file: control characters are shown, line breaks and tabs are blanks. */
export function safeLine(text: string): string {
  return escapeControls(text.replace(/[\t\r\n]+/gu, " ")).trim();
}

/** Text of several lines: line breaks stay, tabs are blanks, everything else that steers a terminal is shown. */
export function safeText(text: string): string {
  return text
    .split(/\r?\n/u)
    .map((line) => escapeControls(line.replaceAll("\t", "    ")))
    .join("\n");
}

/** JSON as it stands, with the control characters that `JSON.stringify` lets through written as escapes: the value is the same. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word) && !word.startsWith("-")) return word;
  return `'${escapeControls(word).replaceAll("'", "'\\''")}'`;
}
