import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { splitText } from "../testing/split-text.js";
import { anyText } from "../testing/text-classes.js";
import { characterKinds, HEAD, lateKind, MARK, NUMBER, SPACE, TAIL, WORD } from "./character-kinds.js";
import { createSplit } from "./split.js";

/*
 * Tokens were found within pieces, so that few counts show where a piece ends. Here the pieces themselves are compared, with the public
 * pattern as JavaScript has it: space written out, and what ignores case.
 */

const SPACES = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BEFORE = "[^\\r\\n\\p{L}\\p{N}]?";
const FIRST_HALF = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
const SECOND_HALF = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
const CONTRACTION = "(?:'(?:[sSſtTmMdD]|[rRvV][eE]|[lL][lL]))?";
const pattern = new RegExp(
  [
    `${BEFORE}${FIRST_HALF}*${SECOND_HALF}+${CONTRACTION}`,
    `${BEFORE}${FIRST_HALF}+${SECOND_HALF}*${CONTRACTION}`,
    "\\p{N}{1,3}",
    ` ?[^${SPACES}\\p{L}\\p{N}]+[\\r\\n/]*`,
    `[${SPACES}]*[\\r\\n]+`,
    `[${SPACES}]+(?![^${SPACES}])`,
    `[${SPACES}]+`,
  ].join("|"),
  "gu",
);

const kinds: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lu}\p{Lt}]/u, HEAD],
  [/\p{Ll}/u, TAIL],
  [/[\p{Lm}\p{Lo}]/u, WORD],
  [/\p{M}/u, WORD | MARK],
  [/\p{N}/u, NUMBER],
];

/** Whether this runtime takes a character for what the reference does; its Unicode may be newer. Space is written out above. */
function isKnownAlike(character: string): boolean {
  const code = character.codePointAt(0)!;
  const kind = characterKinds()[code] ?? lateKind(code);
  return (kind & SPACE) !== 0 || (kinds.find(([known]) => known.test(character))?.[1] ?? 0) === kind;
}

const pieceEnd = createSplit();

function pieces(text: string): string[] {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const end = bytes.length - 1;
  const found: string[] = [];
  for (let at = 0; at < end; ) {
    const next = pieceEnd(bytes, at, end);
    found.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(at, next)));
    at = next;
  }
  return found;
}

test("pieces end where the pattern says", () => {
  fc.assert(
    fc.property(fc.oneof(splitText, anyText), (any) => {
      const text = [...new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(any))]
        .filter(isKnownAlike)
        .join("");
      expect(pieces(text)).toEqual(text.match(pattern) ?? []);
    }),
    { numRuns: 4 * propertyRuns() },
  );
});

test.each([
  ["it'ſx", ["it'ſ", "x"]],
  ["中ABC", ["中", "ABC"]],
  ["\u0301ABC", ["\u0301", "ABC"]],
  ["I'LLs", ["I'LL", "s"]],
  ["x  \n \n  y", ["x", "  \n \n", " ", " y"]],
  ["!\n/?a", ["!\n/", "?a"]],
  ["\ufeffa", ["\ufeffa"]],
  ["1234½", ["123", "4½"]],
])("%j", (text, expected) => {
  expect(pieces(text)).toEqual(expected);
});
