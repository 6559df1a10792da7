import { hashTerm } from "./term-hash.js";
import { codePointAt } from "./utf8.js";

/** Scripts that write no spaces and whose words are several characters long: pairs alone say too little. */
const SCRIPTS: readonly (readonly [from: number, to: number])[] = [
  [0x0e00, 0x0eff], // Thai, Lao
  [0x1000, 0x109f], // Burmese
  [0x1780, 0x17ff], // Khmer
];
/** Shorter words are pairs. */
const SHORTEST = 3;
const decoder = new TextDecoder();
let segmenter: Intl.Segmenter | undefined;

/** The words of a run of such a script, by their hashes; nothing for other scripts. */
export function visitSegments(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (low: number, high: number) => void,
): void {
  const first = codePointAt(bytes, start, end);
  if (!SCRIPTS.some(([from, to]) => first >= from && first <= to)) return;
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  for (const { segment, isWordLike } of segmenter.segment(decoder.decode(bytes.subarray(start, end)))) {
    if (isWordLike !== true || segment.length < SHORTEST) continue;
    const { low, high } = hashTerm(segment);
    visit(low, high);
  }
}
