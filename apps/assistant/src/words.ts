/** How many of the question's words a text has, by their beginnings. */
export function overlap(text: string, question: string): number {
  const starts = new Set(stems(text));
  return new Set(stems(question).filter((stem) => starts.has(stem))).size;
}

/** Words that say nothing of what is asked. */
const EMPTY = new Set(
  "about and are but can does for from how its not that the this was what when which who why with you your".split(" "),
);

function stems(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word)).map((word) => word.slice(0, 5));
}

export interface Quote {
  readonly quote: string;
  readonly from: string;
}

/** The sentence of these texts that has most words of the question; of equals the first. */
export function bestSentence(texts: readonly (readonly [from: string, text: string])[], question: string): Quote {
  let best = { quote: "", from: "", score: 0 };
  for (const [from, text] of texts) {
    for (const sentence of sentencesOf(text)) {
      // Headings, tables, code, labels and half sentences answer nothing by themselves.
      if (!/[.!?][)`*_"”]*$/.test(sentence.trim())) continue;
      if (/^[#>`-]|(?:^|\s)\|(?:\s|$)|```/.test(sentence.trim()) || sentence.length < 40) continue;
      const score = overlap(sentence, question);
      if (score > best.score) best = { quote: plain(sentence), from, score };
    }
  }
  return { quote: best.quote, from: best.from };
}

/** Items of a list are sentences of their own, and their numbers end none. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.:!?])(?<!^\s*\d+\.)\s+|\n{2,}|\n(?=\s*(?:\d+\.|[-*]) )/m);
}

/** As one would say it: links by what they show, no marks of lists. */
function plain(sentence: string): string {
  const words = sentence.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1").replace(/\s+/g, " ");
  return words.replace(/^(?:\d+\.|[-*]) /, "").trim();
}
