import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { splitText } from "../testing/split-text.js";
import { anyText } from "../testing/text-classes.js";
import { o200k } from "./counter.js";

const pieceWithEscapes = fc.oneof(
  splitText,
  fc.constantFrom(
    '"',
    "\\",
    "\n",
    "\r\n",
    "\t",
    "\b",
    "\f",
    "\u0001",
    "\u001f",
    "\\n",
    '\\"',
    "n",
    "Next",
    " word",
    "12",
    "  ",
    "é",
    "中文",
    "!",
  ),
);
const escapedText = fc.array(pieceWithEscapes, { maxLength: 30 }).map((pieces) => pieces.join(""));

test("both forms are counted as each alone", () => {
  fc.assert(
    fc.property(fc.oneof(escapedText, anyText), (text) => {
      expect(o200k.countBoth(text)).toEqual({ text: o200k.count(text), json: o200k.count(JSON.stringify(text)) });
    }),
    { numRuns: 4 * propertyRuns() },
  );
});

test("what stands around the string is counted with it", () => {
  const around = { before: '":"', after: '"}},{"' };
  fc.assert(
    fc.property(fc.oneof(escapedText, anyText), (text) => {
      const json = `${around.before}${JSON.stringify(text).slice(1, -1)}${around.after}`;
      expect(o200k.countBoth(text, around)).toEqual({ text: o200k.count(text), json: o200k.count(json) });
      // From after a key to before the next one there are seams, whatever the text.
      const whole = `{"full${json}id`;
      expect(o200k.count(whole)).toBe(o200k.count('{"full') + o200k.count(json) + o200k.count("id"));
    }),
    { numRuns: 2 * propertyRuns() },
  );
});

test.each(["", " ", '"', "\n", "\\", "a", "a\nb", "\ufffd", "\ud800x", "tail  ", "!\t!", "x\u0000y"])(
  "both forms of %j",
  (text) => {
    expect(o200k.countBoth(text)).toEqual({ text: o200k.count(text), json: o200k.count(JSON.stringify(text)) });
  },
);
