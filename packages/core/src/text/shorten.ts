/** A text of no more than so many characters, cut between words where there are some; what was shortened ends in an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  if (length < 2) return "";
  const cut = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/u, "");
  const space = cut.search(/\s\S*$/u);
  // Scripts without spaces, and long words, are cut where they are.
  const words = space > cut.length / 2 ? cut.slice(0, space) : cut;
  return `${words.trimEnd()}…`;
}
