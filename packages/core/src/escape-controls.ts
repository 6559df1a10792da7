/** Makes control characters visible, so that text from a file cannot steer the terminal or log that shows it. */
export function escapeControls(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
