import { readFileSync } from "node:fs";
import type { RealSkill } from "./skill-corpus.js";

/** A question, and the names of the skills that answer it. */
export interface SkillQuery {
  readonly query: string;
  readonly skills: readonly string[];
}

/** Questions written by hand: those that weights were tuned on, and those that were held out. */
export function handWritten(): { readonly tuned: readonly SkillQuery[]; readonly heldOut: readonly SkillQuery[] } {
  const file = new URL("../data/skill-queries.json", import.meta.url);
  const { queries, tuning } = JSON.parse(readFileSync(file, "utf8")) as Record<
    "queries" | "tuning",
    readonly SkillQuery[]
  >;
  return {
    tuned: [...queries.filter((_, at) => at % 2 === 0), ...tuning],
    heldOut: queries.filter((_, at) => at % 2 === 1),
  };
}

const WORD = /[\p{L}\p{N}]{3,}/gu;

/** Sentences of a body that a person could have written as a question: text, neither code nor table nor heading. */
function sentencesOf(body: string): readonly string[] {
  return body
    .replace(/```[\s\S]*?(?:```|$)/gu, "")
    .split("\n")
    .filter((line) => !/^\s*(?:#|\||>|<|!\[|```)/u.test(line))
    .flatMap((line) => line.replace(/[*_`[\]]/gu, "").split(/(?<=[.!?:])\s+/u))
    .map((sentence) => sentence.replace(/^\s*(?:[-+•]|\d+[.)])\s*/u, "").trim())
    .filter((sentence) => sentence.length > 0 && !/https?:/u.test(sentence));
}

/**
 * One question from each body: a sentence of it in which eight to sixteen words are left once all words of the name and the description
 * are taken out; of those that do, one by the skill's name, so that it may stand anywhere. What is left is the question: nothing but the
 * body can answer it. A sentence that other skills have too ("More detailed templates …") asks for none of them, and is left out.
 */
export function scripted(skills: readonly RealSkill[], count = 300): readonly SkillQuery[] {
  const seen = new Map<string, number>();
  for (const { body } of skills)
    for (const sentence of new Set(sentencesOf(body))) seen.set(sentence, (seen.get(sentence) ?? 0) + 1);
  const made = skills.flatMap(({ name, description, body }): readonly SkillQuery[] => {
    const known = new Set(`${name} ${description}`.toLowerCase().match(WORD)?.map(stemmed) ?? []);
    const questions = sentencesOf(body)
      .filter((sentence) => seen.get(sentence) === 1)
      .map((sentence) => (sentence.match(WORD) ?? []).filter((word) => !known.has(stemmed(word.toLowerCase()))))
      .filter(({ length }) => length >= 8 && length <= 16);
    const words = questions[numberOf(name) % questions.length];
    return words === undefined ? [] : [{ query: words.join(" "), skills: [name] }];
  });
  const wanted = Math.min(count, made.length);
  return Array.from({ length: wanted }, (_, at) => made[Math.floor((at * made.length) / wanted)]!);
}

/** A number that a name always has. */
function numberOf(name: string): number {
  let number = 7;
  for (const character of name) number = (Math.imul(number, 31) + character.codePointAt(0)!) >>> 0;
  return number;
}

/** Enough of a word to know its other forms by: descriptions and bodies decline and conjugate. */
function stemmed(word: string): string {
  return word.slice(0, 5);
}
