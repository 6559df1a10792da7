import { stem } from "@pd/core/search";

/** A word as it is written, and what it is compared by. */
export interface DescriptionWord {
  readonly written: string;
  readonly stem: string;
}

let segmenter: Intl.Segmenter | undefined;

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** Words that say nothing about what a skill does. */
const COMMON: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been but by can do does for from has have how if in into is it its more not of on or other " +
    "our out over should so such than that the their them then there these they this to up use used user users using via " +
    "was we when where whether which while who will with without you your skill skills also all e g i me my"
  ).split(" "),
);

/** The words of a text, each once, in any script; common ones are left out. */
export function descriptionWords(text: string): readonly DescriptionWord[] {
  const lower = text.toLowerCase().normalize("NFC");
  const found = new Map<string, DescriptionWord>();
  for (const written of ASCII.test(lower) ? (lower.match(ASCII_WORD) ?? []) : segmented(lower)) {
    if (COMMON.has(written)) continue;
    const own = stem(written);
    if (!found.has(own)) found.set(own, { written, stem: own });
  }
  return [...found.values()];
}

function segmented(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}
