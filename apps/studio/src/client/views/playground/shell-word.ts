/** A word as a POSIX shell takes it, whatever is in it: single quotes keep everything but themselves. */
export function shellWord(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/u.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
