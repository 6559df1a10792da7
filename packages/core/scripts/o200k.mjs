/**
 * Makes the data of the token counter from the reference implementation, the package tiktoken: what the split pattern takes each character
 * for, and the vocabulary, once as text and once as the file that Node reads. `--check`, which a test runs, makes all of it again and compares.
 *
 *     node scripts/o200k.mjs [--check]
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { Tiktoken } from "tiktoken/lite";

const folder = fileURLToPath(new URL("../src/o200k/", import.meta.url));
const isCheck = process.argv.includes("--check");

const { pat_str: pattern, bpe_ranks: ranks } = createRequire(import.meta.url)("tiktoken/encoders/o200k_base.json");
const EXPECTED_PATTERN = [
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
  "\\p{N}{1,3}",
  " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*",
  "\\s*[\\r\\n]+",
  "\\s+(?!\\S)",
  "\\s+",
].join("|");
if (pattern !== EXPECTED_PATTERN) fail(`the split pattern is now ${pattern}: src/o200k/split.ts has to follow`);

/** The characters that a pattern of one character matches, by the reference's own engine: it gives back the bytes of what matched. */
function matching(characterPattern) {
  const singleBytes = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte).toString("base64"));
  const reference = new Tiktoken(`! 0 ${singleBytes.join(" ")}`, {}, characterPattern);
  const found = new Set();
  for (let from = 0; from < 0x110000; from += 0x800) {
    if (from === 0xd800) continue;
    const text = String.fromCodePoint(...Array.from({ length: 0x800 }, (_, index) => from + index));
    const bytes = Uint8Array.from(reference.encode_ordinary(text));
    for (const character of Buffer.from(bytes).toString("utf8")) found.add(character.codePointAt(0));
  }
  reference.free();
  return found;
}

/** Here lie nothing but tags and variation selectors, for which the table would be five times as long. */
const PLANE_14 = 0xe0000;

function kindsModule() {
  const kinds = new Map();
  const patterns = { U: "[\\p{Lu}\\p{Lt}]", L: "\\p{Ll}", B: "[\\p{Lm}\\p{Lo}]", M: "\\p{M}", N: "\\p{N}", S: "\\s" };
  for (const [kind, each] of Object.entries(patterns)) for (const code of matching(each)) kinds.set(code, kind);
  kinds.set(0x0a, "E").set(0x0d, "E");
  const codes = [...kinds.keys()].sort((a, b) => a - b);
  const late = codes.filter((code) => code >= PLANE_14);
  const [first, last] = [late[0], late.at(-1)];
  if (late.length !== last - first + 1 || late.some((code) => kinds.get(code) !== "M"))
    fail("plane 14 holds more than one range of marks: src/o200k/split.ts has to follow");
  const reach = codes.findLast((code) => code < PLANE_14) + 1;
  let runs = "";
  for (let from = 0, to = 0; from < reach; from = to) {
    const kind = kinds.get(from) ?? "O";
    while (to < reach && (kinds.get(to) ?? "O") === kind) to += 1;
    runs += to - from === 1 ? kind : `${kind}${to - from}`;
  }
  const lines = runs.match(/.{1,110}(?!\d)/g);
  if (lines.join("") !== runs) fail("the runs cannot be cut into lines");
  return `/** What the reference takes each character for, as runs. Made by \`scripts/o200k.mjs\`. */
export const KINDS: {
  /** The first code point after the runs. */
  readonly reach: number;
  /** The first and the last of the marks beyond. */
  readonly lateMarks: readonly [number, number];
  readonly runs: string;
} = {
  reach: 0x${reach.toString(16)},
  lateMarks: [0x${first.toString(16)}, 0x${last.toString(16)}],
  runs:
${lines.map((line) => `    "${line}"`).join(" +\n")},
};
`;
}

/** The tokens by rank, each as a string of its bytes. */
function tokens() {
  const list = [];
  for (const line of ranks.split("\n").filter((each) => each !== "")) {
    const [, offset, ...texts] = line.split(" ");
    for (const [index, text] of texts.entries()) list[Number(offset) + index] = atob(text);
  }
  return list;
}

function vocabularyText(list) {
  const rankOf = new Map(list.map((token, rank) => [token, rank]));
  const digit = (value) => String.fromCharCode(value + (value > 43 ? 49 : 48));
  const number = (value) => digit(value >> 12) + digit((value >> 6) & 63) + digit(value & 63);
  let text = "";
  for (const [rank, token] of list.entries()) {
    if (rank < 256) {
      if (token.length !== 1) fail(`the token of rank ${rank} is not a single byte`);
      text += number(token.charCodeAt(0));
      continue;
    }
    const [left, right] = halves(token, rank, rankOf);
    text += number(left) + number(right);
  }
  return text;
}

/**
 * The two tokens that this one is joined from last, when its bytes are all there is. That each token has such two, of lower rank, is what
 * `src/o200k/joined.ts` rests on.
 */
function halves(token, rank, rankOf) {
  const parts = [...token];
  for (;;) {
    const joins = parts.slice(1).map((part, index) => rankOf.get(parts[index] + part) ?? Number.POSITIVE_INFINITY);
    const lowest = Math.min(...joins);
    const at = joins.indexOf(lowest);
    if (lowest === Number.POSITIVE_INFINITY || lowest > rank) fail(`the token of rank ${rank} is not joined by rank`);
    if (parts.length === 2) return parts.map((part) => rankOf.get(part));
    parts.splice(at, 2, parts[at] + parts[at + 1]);
  }
}

function vocabularyModule(text) {
  return `/** The vocabulary of o200k, as \`vocabulary-unpack.ts\` reads it. Made by \`scripts/o200k.mjs\`. */
export const VOCABULARY: string =
  "${text}";
`;
}

async function vocabularyFile(text) {
  const { unpackVocabulary } = await createJiti(import.meta.url).import("../src/o200k/vocabulary-unpack.ts");
  const { slots } = unpackVocabulary(text);
  return Buffer.from(slots.buffer);
}

function give(name, contents) {
  const path = `${folder}${name}`;
  if (!isCheck) writeFileSync(path, contents);
  else if (!existsSync(path) || !readFileSync(path).equals(Buffer.from(contents)))
    fail(`src/o200k/${name} is not what the reference says: run node scripts/o200k.mjs`);
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

give("character-kinds.data.ts", kindsModule());
const text = vocabularyText(tokens());
give("vocabulary.data.ts", vocabularyModule(text));
give("o200k.bin", await vocabularyFile(text));
