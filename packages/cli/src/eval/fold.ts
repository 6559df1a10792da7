/** A text as it is compared: a wikilink is the words it shows, and white space is one blank. */
export function fold(text: string): string {
  return text
    .replace(
      /!?\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]/gu,
      (_, target: string, alias?: string) => alias ?? target,
    )
    .replace(/\s+/gu, " ")
    .trim();
}
