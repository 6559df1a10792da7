import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PdError } from "../model/errors.js";
import { VOCABULARY } from "./vocabulary.data.js";
import { VOCABULARY_SIZE } from "./vocabulary.js";
import { readVocabulary, vocabularyIn } from "./vocabulary-source.js";
import { unpackVocabulary } from "./vocabulary-unpack.js";

test("what is shipped is what the reference implementation holds", () => {
  const script = fileURLToPath(new URL("../../scripts/o200k.mjs", import.meta.url));
  execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" });
});

test("the file and the text are the same vocabulary", () => {
  const [file, text] = [readVocabulary()!, unpackVocabulary(VOCABULARY)];
  expect(Buffer.from(file.slots.buffer).equals(Buffer.from(text.slots.buffer))).toBe(true);
});

test("a file that is not whole is refused, with its fix", () => {
  for (const size of [0, VOCABULARY_SIZE - 1, VOCABULARY_SIZE + 1]) {
    let thrown: unknown;
    try {
      vocabularyIn(new Uint8Array(size));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(PdError);
    expect(thrown).toMatchObject({ code: "counter-unavailable", fix: expect.stringContaining("again") });
  }
});
