import { PdError } from "../model/errors.js";
import { VOCABULARY_SIZE, type Vocabulary, viewVocabulary } from "./vocabulary.js";
import { readVocabularyFile } from "./vocabulary-file.js";
import { unpackVocabulary } from "./vocabulary-unpack.js";

/** From the file beside, at once. Nothing where that cannot be read. */
export function readVocabulary(): Vocabulary | undefined {
  const file = readVocabularyFile();
  return file === undefined ? undefined : vocabularyIn(file);
}

/** From a module of text, for browsers and whatever has no file system. It is imported when it is asked for. */
export async function importVocabulary(): Promise<Vocabulary> {
  const { VOCABULARY } = await import("./vocabulary.data.js").catch((cause: unknown) => {
    throw new PdError("counter-unavailable", 'The vocabulary of the counter "o200k" could not be loaded', {
      cause,
      fix: "Install the package again, or bundle it with everything that it imports.",
    });
  });
  return unpackVocabulary(VOCABULARY);
}

export function vocabularyIn(file: Uint8Array): Vocabulary {
  if (file.length !== VOCABULARY_SIZE) {
    const sizes = `${file.length} bytes instead of ${VOCABULARY_SIZE}`;
    throw new PdError("counter-unavailable", `o200k.bin, the vocabulary of the token counter, has ${sizes}`, {
      fix: "Install the package again.",
    });
  }
  const vocabulary = viewVocabulary(file.buffer, file.byteOffset);
  // Numbers lie in the order of nearly all machines; others turn them round.
  const isBigEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 0;
  if (isBigEndian) for (const numbers of [vocabulary.slots, vocabulary.tokens]) turnRound(numbers);
  return vocabulary;
}

function turnRound(numbers: Int32Array): void {
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = view.getInt32(4 * at, true);
}
