import { stems } from "./words.js";

/** A text that was read, and what is known of it. */
export interface Source {
  /** By what an answer names it. */
  readonly from: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly text: string;
}

export interface Quote {
  /** Sentences word for word, as one would read them out; empty where none answers. */
  readonly quote: string;
  readonly from: string;
  /** The sentences as they stand in the file. */
  readonly sentences: readonly string[];
}

const NOTHING: Quote = { quote: "", from: "", sentences: [] };
/** A sentence so short leans on the one after it. */
const SHORT = 45;
/** Less is no sentence. */
const LEAST = 20;

/**
 * What of these texts answers, word for word: of a text that is about the very thing that is asked, what it says of itself and its beginning; else
 * the sentence that has most of the question's words, rare ones first, and with it the one that has most of those that are still missing.
 */
export function bestQuote(sources: readonly Source[], question: string): Quote {
  const asked = stems(question);
  if (asked.size === 0) return NOTHING;
  const named = sources.find(({ title }) => covers(stems(title), asked));
  if (named !== undefined) return beginningOf(named);
  const sentences = sources.flatMap((source, rank) => sentencesOf(source, rank));
  const weights = weightsOf(asked, sentences);
  const first = best(sentences, weights, asked);
  if (first === undefined) return NOTHING;
  const missing = new Set([...asked].filter((stem) => !first.stems.has(stem)));
  const same = sentences.filter(({ source }) => source === first.source);
  const second = best(same, weights, missing);
  const chosen = [first, ...(second === undefined || second === first ? [] : [second])].sort((a, b) => a.at - b.at);
  const whole = chosen.flatMap((one) => {
    const next = same.find(({ at, paragraph }) => at === one.at + 1 && paragraph === one.paragraph);
    return lengthOf(one.text) < SHORT && next !== undefined ? [one, next] : [one];
  });
  const texts = [...new Set(whole.map(({ text }) => text))];
  return { quote: texts.map(plain).join(" "), from: first.source.from, sentences: texts };
}

function beginningOf({ from, description = "", text }: Source): Quote {
  const [start] = sentencesOf({ from, title: "", text }, 0);
  const said = [...(description === "" ? [] : [description]), ...(start === undefined ? [] : [start.text])];
  return { quote: said.map(plain).join(" "), from, sentences: said };
}

function covers(has: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  return [...asked].every((stem) => has.has(stem));
}

interface Sentence {
  readonly source: Source;
  /** The place of its source among those that were read: what was ranked higher answers more likely. */
  readonly rank: number;
  readonly paragraph: number;
  readonly at: number;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

/** Of what shares a word with these, the one with the most weight; of equals the first. */
function best(sentences: readonly Sentence[], weights: ReadonlyMap<string, number>, wanted: ReadonlySet<string>) {
  let found: Sentence | undefined;
  let most = 0;
  for (const sentence of sentences) {
    const shared = [...wanted].filter((stem) => sentence.stems.has(stem));
    if (shared.length === 0) continue;
    const about = [...wanted].filter((stem) => stems(sentence.source.title).has(stem));
    const weigh = (some: readonly string[]) => some.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
    const score = (weigh(shared) + weigh(about) / 2) / (1 + sentence.rank / 10);
    if (score > most) [found, most] = [sentence, score];
  }
  return found;
}

/** A word that few sentences have tells more. */
function weightsOf(asked: ReadonlySet<string>, sentences: readonly Sentence[]): ReadonlyMap<string, number> {
  const having = (stem: string) => sentences.filter((sentence) => sentence.stems.has(stem)).length;
  return new Map([...asked].map((stem) => [stem, Math.log(1 + sentences.length / Math.max(1, having(stem)))]));
}

/** Items of a list are sentences of their own, and their numbers end none. Headings, tables, code, labels and half sentences answer nothing. */
function sentencesOf(source: Source, rank: number): readonly Sentence[] {
  const paragraphs = source.text.split(/\n{2,}|\n(?=\s*(?:\d+\.|[-*]) )/);
  const all = paragraphs.flatMap((text, paragraph) =>
    text.split(/(?<=[.!?])(?<!^\s*\d+\.)\s+|(?<=[。！？])/m).map((part) => ({ paragraph, text: part.trim() })),
  );
  return all
    .filter(({ text }) => /[.!?。！？][)`*_"”]*$/.test(text))
    .filter(({ text }) => !/^[#>`|@]|(?:^|\s)\|(?:\s|$)|```/.test(text) && lengthOf(text) >= LEAST)
    .map(({ paragraph, text }, at) => ({ source, rank, paragraph, at, text, stems: stems(text) }));
}

/** A character that is a word counts as one of three. */
function lengthOf(text: string): number {
  return text.length + 2 * (text.match(/\p{Script=Han}/gu) ?? []).length;
}

/** As one would say it: links by what they show, no marks of lists. */
function plain(sentence: string): string {
  const words = sentence.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1").replace(/\s+/g, " ");
  return words.replace(/^(?:\d+\.|[-*]) /, "").trim();
}
