import * as fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { stem } from "./stem.js";

/** Each line: forms that must meet in one stem. */
const FAMILIES = `
connect connected connecting connection connections
run runs running
budget budgets budgeted budgeting
disclose disclosed discloses disclosing
index indexes indexed indexing
query queries querying queried
hop hops hopping hopped
hope hopes hoping hoped
agree agrees agreed agreeing
happy happiness
relate related relating relation relational
nation nations
organize organizes organized organizing organization
use uses used using
note notes noted noting
study studies studied studying
stop stops stopped stopping
fall falls falling
national nationally
hopeful hopefully hopefulness
radical radically
electric electrical electricity
form formed forms forming
replace replacement replaced
adjust adjustment adjustable adjusted
activate activated activating activation
fit fits fitted fitting
plan plans planned planning
die dies dying
tie ties tying
carry carries carried carrying
token tokens tokenize tokenized tokenizing
`;

/** Word and stem as the published description derives them. */
const PAIRS = `
sky sky skies sky news news bias bias gently gentl ugly ugli only onli
caresses caress gas gas this this gaps gap kiwis kiwi ties tie cries cri cry cri by by say say
consign consign consigned consign consignment consign consistency consist consistently consist
knack knack knackeries knackeri knavish knavish kneaded knead knees knee knightly knight knots knot
generate generat generous generous general general communism communism community communiti
luxuriate luxuri hoping hope hopping hop fizzed fizz failing fail filing file
inning inning succeed succeed proceed proceed exceed exceed
beautiful beauti beauty beauti dying die lying lie
tests test possibly possibl analogy analog geology geolog
controlling control rolled roll probate probat rate rate cease ceas
sensational sensat formalize formal conflated conflat troubled troubl sized size
y y as as us us toy toy toys toy youth youth
relational relat conditional condit digitizer digit operator oper feudalism feudal
decisiveness decis hopefulness hope callousness callous formality formal
triplicate triplic formative format electrical electr goodness good
revival reviv allowance allow inference infer airliner airlin adoption adopt
`;

describe("English stemming", () => {
  test.each(FAMILIES.trim().split("\n"))("one stem for: %s", (line) => {
    expect(new Set(line.split(" ").map(stem)).size).toBe(1);
  });

  const words = PAIRS.trim().split(/\s+/);
  const pairs = words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ""] as const] : []));
  test.each(pairs)("%s becomes %s", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test.each([
    ["universal", "unix"],
    ["policy", "police"],
    ["new", "news"],
    ["general", "generate"],
    ["hop", "hope"],
    ["skill", "skull"],
  ])("%s and %s stay apart", (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  test("a stem is never empty and never longer than its word by more than a letter", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdefghilmnoprstuyz"), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(word, (text) => {
        const result = stem(text);
        expect(result.length).toBeGreaterThan(0);
        expect(result.length).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
