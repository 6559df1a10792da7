import fc from "fast-check";

/*
 * Texts that try the split pattern of o200k: its alternatives meet at borders between kinds of characters, so a text here is a row of short
 * runs, each of one kind.
 */

const spaces = [..." \t\u000b\f\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000", "  ", "   ", "\t\t"];
const lineEnds = ["\n", "\r", "\r\n", "\n\n", "\n \n", " \n", "\n ", "\r\r\n"];
const letters = [
  ..."aZéßñŁǅʰªжЩאبकกა中あアー한ſKİ",
  "𝐀",
  "𐐀",
  "𐐨",
  "𠀀",
  "word",
  "Word",
  "WORD",
  "camelCase",
  "HTTPServer",
  "中文字",
];
const marks = ["\u0301", "\u0308", "\u093f", "\u0e31", "\u20dd", "\ufe0f", "\u{e0100}", "\u0301\u0302"];
const numbers = [..."07½Ⅷ²٣九〇①", "12", "123", "1234", "𝟘", "१२"];
const punctuation = [
  ..."!.,;:-_/\\\"'`#*|<>()[]{}@$^~+=%&?",
  "//",
  "...",
  "—",
  "。",
  "，",
  "…",
  "€",
  "😀",
  "👩‍💻",
  "🇫🇷",
  "'",
  "\u2019",
];
const contractions = ["'s", "'S", "'t", "'re", "'RE", "'ve", "'m", "'ll", "'Ll", "'d", "'ſ", "'r", "'l", "'x", "''s"];
const controls = ["\u0000", "\u0007", "\u001b", "\u007f", "\u200b", "\u200d", "\u2060", "\ufeff", "\ufffd", "\ue000"];
const loneHalves = ["\ud800", "\udc00", "\udbff", "\udfff"];
const special = ["<|endoftext|>", "<|endofprompt|>", "<|im_start|>"];
/** Given to no character when the reference was built, or to one of another kind. */
const unassigned = ["\u0378", "\u088f", "\ua7ce", "\u{16ea0}", "\u{323b0}", "\u{e0080}", "\u{10ffff}"];

const kinds = [
  ...[spaces, lineEnds, letters, letters, marks, numbers, punctuation, contractions],
  ...[controls, loneHalves, special, unassigned],
];
const run = fc
  .tuple(fc.oneof(...kinds.map((each) => fc.constantFrom(...each))), fc.integer({ min: 1, max: 4 }))
  .map(([text, times]) => (times === 4 ? text.repeat(3) : text));

export const splitText: fc.Arbitrary<string> = fc.array(run, { maxLength: 24 }).map((runs) => runs.join(""));
