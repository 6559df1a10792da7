const [LINE_FEED, HASH, SPACE] = [0x0a, 0x23, 0x20];

/** A unit of at least this many bytes ends at the next blank line. */
export const UNIT_BYTES = 400;

/**
 * Where the parts of a skill's text start and end, one after the other: at each heading, and between paragraphs where enough stands together.
 * For searching alone, so that a heading in code does no harm.
 */
export function textUnits(bytes: Uint8Array): readonly number[] {
  const extents: number[] = [];
  let start = 0;
  for (let line = bytes.indexOf(LINE_FEED) + 1; line > 0; line = bytes.indexOf(LINE_FEED, line) + 1) {
    const isHeading = bytes[line] === HASH && (bytes[line + 1] === HASH || bytes[line + 1] === SPACE);
    const isBlank = bytes[line] === LINE_FEED;
    if (!isHeading && !(isBlank && line - start >= UNIT_BYTES)) continue;
    extents.push(start, line);
    start = line;
  }
  extents.push(start, bytes.length);
  return extents;
}
