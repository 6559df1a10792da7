import { expect, test } from "vitest";
import { foldersAsWords } from "./folders-as-words.js";

test.each([
  [[], []],
  [
    ["docs", "--http"],
    ["docs", "--http"],
  ],
  [
    ["--vault", "docs", "--http"],
    ["--http", "docs"],
  ],
  [
    ["--vault=größe", "--vault", "b"],
    ["größe", "b"],
  ],
  [
    ["config", "--client", "cursor", "--vault", "docs"],
    ["config", "--client", "cursor", "docs"],
  ],
  [["--vault"], ["--vault"]],
  [
    ["--vault", "docs", "--", "--vault"],
    ["docs", "--", "--vault"],
  ],
])("%j is %j", (given, expected) => {
  expect(foldersAsWords(given)).toEqual(expected);
});
