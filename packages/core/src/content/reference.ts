/** One way to read a reference: a node by name, or a part of it. */
export interface ReferenceReading {
  readonly name: string;
  readonly heading: string | undefined;
}

/** Each `#` may be where a name ends. No name that anybody writes has more of them. */
const MOST_HASHES = 8;

/** What stands between the brackets of `![[note#heading|shown]]`, without what is shown; anything else as it is. */
export function wikilinkTarget(reference: string): string {
  return (/^\s*!?\[\[(.*?)\]\]\s*$/su.exec(reference)?.[1]?.split("|")[0] ?? reference).trim();
}

/**
 * The ways to read an id, name, alias, path or `![[note#heading|shown]]` (R1.6), the likeliest first: all of it as a name, since C# is a
 * language and not a section of C, then a name and a heading, cut at each `#` in turn.
 */
export function referenceReadings(reference: string): readonly ReferenceReading[] {
  const inner = wikilinkTarget(reference);
  const readings: ReferenceReading[] = [{ name: inner, heading: undefined }];
  for (let hash = inner.indexOf("#"); hash >= 0 && readings.length <= MOST_HASHES; hash = inner.indexOf("#", hash + 1))
    readings.push({ name: inner.slice(0, hash).trim(), heading: inner.slice(hash + 1).trim() });
  return readings;
}
