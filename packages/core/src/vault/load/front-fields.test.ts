import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { readFrontmatter } from "../../markdown/frontmatter/frontmatter.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import { frontFields } from "./front-fields.js";

const targets = (written: string) =>
  frontFields(readFrontmatter(`---\nextends: ${written}\nname: x\n---\n`)).links.map(({ target, anchor }) =>
    anchor === "" ? target : `${target}#${anchor}`,
  );

describe("R3.3 relations of the frontmatter", () => {
  test.each([
    ['["[[T4]]", "T5"]', ["T4", "T5"]],
    ["[[[T4]], T5]", ["T4", "T5"]],
    ["[T5, [[T4]]]", ["T5", "T4"]],
    ["[[T4]]", ["T4"]],
    ['"[[T4]]"', ["T4"]],
    ["T4", ["T4"]],
    ["Größe, und mehr", ["Größe, und mehr"]],
    ['["[[A, B]]", "C, D"]', ["A, B", "C, D"]],
    ["[[A, B]]", ["A, B"]],
    ["[[T4]], [[T5|fünf]]", ["T4", "T5"]],
    ['"[[T4]], T5"', ["T4", "T5"]],
    ["[[T4#Über uns|x]]", ["T4#Über uns"]],
    ["[[T4], T5]", ["T4", "T5"]],
    ["\n  - [[T4]]\n  - T5\n  - '[[T6]]'", ["T4", "T5", "T6"]],
    ["\n- [[[T4]], T5]\n- 風車", ["T4", "T5", "風車"]],
    ["[]", []],
    ["", []],
  ])("extends: %s", (written, expected) => {
    expect(targets(written)).toEqual(expected);
  });

  test("a name that leads nowhere beside a wikilink is a finding", async () => {
    const { call } = await temporaryVault({
      "T4.md": "",
      "a.md": '---\nextends: ["[[T4]]", "Niemand"]\n---\n',
      "b.md": "---\ncontradicts: [[[T4]], Keiner]\n---\n",
    }).open();
    const answer = await call<{ findings: readonly { code: string; file: string; message: string }[] }>("validate");
    const broken = answer.data?.findings.filter(({ code }) => code === "broken-link") ?? [];
    expect(broken.map(({ file, message }) => `${file} ${message}`)).toEqual([
      expect.stringMatching(/^a\.md .*Niemand/u),
      expect.stringMatching(/^b\.md .*Keiner/u),
    ]);
  });

  const name = fc.constantFrom("T4", "Größe", "風車", "São Paulo", "x-1", "Ein Name", "ลม");
  const item = fc.record({ name, form: fc.constantFrom("plain", "quoted", "link", "quoted link") });
  type Item = { readonly name: string; readonly form: string };
  const forms: Readonly<Record<string, (name: string) => string>> = {
    plain: (text) => text,
    quoted: (text) => `"${text}"`,
    link: (text) => `[[${text}]]`,
    "quoted link": (text) => `'[[${text}|anders]]'`,
  };
  const write = ({ name: text, form }: Item) => forms[form]!(text);

  test("all of a mix of names and wikilinks are kept, in order, in a line and in a block", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
        const expected = items.map((one) => one.name);
        expect(targets(`[${items.map(write).join(", ")}]`)).toEqual(expected);
        expect(targets(`\n${items.map((one) => `  - ${write(one)}`).join("\n")}`)).toEqual(expected);
        const bare = items.map((one) => (one.form.endsWith("link") ? `[[${one.name}]]` : one.name));
        if (items.some(({ form }) => form.endsWith("link"))) expect(targets(`"${bare.join(", ")}"`)).toEqual(expected);
      }),
      { numRuns: propertyRuns() },
    );
  });
});
