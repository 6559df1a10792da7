/** How many of the question's words a text has, by their beginnings. */
export function overlap(text: string, question: string): number {
  const starts = stems(text);
  return [...stems(question)].filter((stem) => starts.has(stem)).length;
}

/** Words that say nothing of what is asked. */
const EMPTY = new Set(
  `about all and any are but can could does don for from get give has have how into its just may me might not one only should some than that the
  their them then there these they this use used want was way were what when where which who why will with would you your`.split(
    /\s+/,
  ),
);

/** The words of a text by their beginnings; where a script writes no blanks, by pairs of characters. */
export function stems(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const words = lower.match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  const spaced = words
    .filter((word) => !EMPTY.has(word) && !UNSPACED.test(word))
    .map((word) => word.replace(/(?<=\p{L}{2})s$/u, "").slice(0, 5));
  const pairs = (lower.match(UNSPACED_RUN) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(1, run.length - 1) }, (_, at) => run.slice(at, at + 2)),
  );
  return new Set([...spaced, ...pairs]);
}

const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;
const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
