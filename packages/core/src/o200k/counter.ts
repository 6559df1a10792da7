import { PdError } from "../model/errors.js";
import type { TokenCounter, Tokens } from "../model/tokens.js";
import { type BothForms, countBothForms } from "./both-forms.js";
import { createJsonWriter, type JsonAround, QUOTES } from "./json-text.js";
import { createPieceCount } from "./piece-count.js";
import { separates } from "./seams.js";
import { createSplit } from "./split.js";
import { createUtf8Text, writeUtf8 } from "./utf8-text.js";
import type { Vocabulary } from "./vocabulary.js";
import { importVocabulary, readVocabulary } from "./vocabulary-source.js";

interface Counting {
  count(text: string): number;
  countBoth(text: string, around?: JsonAround): BothForms;
}

export function createCounting(vocabulary: Vocabulary): Counting {
  const pieceEnd = createSplit();
  const pieceCount = createPieceCount(vocabulary);
  const encoder = new TextEncoder();
  const written = createUtf8Text();
  const asJson = createJsonWriter();

  function countWritten(): number {
    const { bytes, end } = written;
    let tokens = 0;
    for (let at = 0; at < end; ) {
      const next = pieceEnd(bytes, at, end);
      tokens += pieceCount(written, at, next);
      at = next;
    }
    return tokens;
  }

  function count(text: string): number {
    writeUtf8(text, written, encoder);
    return countWritten();
  }

  return {
    count,
    countBoth(text, around = QUOTES) {
      writeUtf8(text, written, encoder);
      const both = asJson(written, around);
      if (both !== undefined) return countBothForms(both, pieceEnd, pieceCount);
      const tokens = countWritten();
      return { text: tokens, json: count(`${around.before}${JSON.stringify(text).slice(1, -1)}${around.after}`) };
    },
  };
}

let counting: Counting | undefined;

/** Where the vocabulary can be read at once, it is, when something is first counted. */
function ready(): Counting {
  if (counting !== undefined) return counting;
  const vocabulary = readVocabulary();
  if (vocabulary === undefined)
    throw new PdError("counter-unavailable", 'The vocabulary of the counter "o200k" is not loaded', {
      fix: "Await o200k.load() before something is counted: there is no file system to read it from, or no o200k.bin beside the program.",
    });
  counting = createCounting(vocabulary);
  return counting;
}

/** A counter that is exact, loads what it needs, and counts both forms of a text at once. */
export interface ExactCounter extends TokenCounter {
  load(): Promise<void>;
  /**
   * What `count(text)` and `count(JSON.stringify(text))` give, in less time than one after the other. With `around`, what stands before and
   * after the string is counted with it, in place of the bare quotes: up to where there are seams.
   */
  countBoth(text: string, around?: JsonAround): BothForms;
}

/**
 * The public tokenizer o200k: the same number as the reference implementation gives for any text, in time that grows with its length and
 * nothing else. Text that looks like a control token is text.
 */
export const o200k: ExactCounter = {
  name: "o200k",
  count: (text) => ready().count(text) as Tokens,
  countBoth: (text, around) => ready().countBoth(text, around),
  async load() {
    if (counting !== undefined) return;
    const vocabulary = readVocabulary() ?? (await importVocabulary());
    counting ??= createCounting(vocabulary);
  },
  parts: { separates, units: (part) => ready().count(part), tokens: (units) => units },
};
