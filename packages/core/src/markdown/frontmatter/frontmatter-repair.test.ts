import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { type FrontmatterValue, readFrontmatter } from "./frontmatter.js";

const read = (block: string) => readFrontmatter(`---\n${block}\n---\nbody`);

function plain(value: FrontmatterValue | undefined): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

/** What stands in real files, and what has to come of it. The second key shows that the fault stays where it is. */
const REPAIRS: readonly (readonly [block: string, value: unknown, code: string, fix: string])[] = [
  ["d: Use when: foo", "Use when: foo", "unquoted-colon", 'd: "Use when: foo"'],
  ["d: Ends with a colon:", "Ends with a colon:", "unquoted-colon", 'd: "Ends with a colon:"'],
  ["d: Use for: \"a b\", 'c'", "Use for: \"a b\", 'c'", "unquoted-colon", 'd: "Use for: \\"a b\\", \'c\'"'],
  [
    "d: Foo\n  CLI: via Bolt\n  and more",
    "Foo CLI: via Bolt and more",
    "unquoted-colon",
    'd: "Foo CLI: via Bolt and more"',
  ],
  ["d: | Use it so.", "Use it so.", "stray-token", 'd: "Use it so."'],
  ["d: > Use it so.\n  And so.", "Use it so. And so.", "stray-token", 'd: "Use it so. And so."'],
  ["d: |- one\n  two", "one\ntwo", "stray-token", 'd: "one\\ntwo"'],
  ["d: [TAG] text: here", "[TAG] text: here", "stray-token", 'd: "[TAG] text: here"'],
  ["d: [file] [--all]", "[file] [--all]", "stray-token", 'd: "[file] [--all]"'],
  ["d: [[a]], [[b]]", "[[a]], [[b]]", "stray-token", 'd: "[[a]], [[b]]"'],
  ["d: [TAG]: text", "[TAG]: text", "stray-token", 'd: "[TAG]: text"'],
  ["d: {x}: text", "{x}: text", "stray-token", 'd: "{x}: text"'],
  ["d: - text", "- text", "stray-token", 'd: "- text"'],
  ["d: @scope/x", "@scope/x", "stray-token", 'd: "@scope/x"'],
  ["d: `code` and", "`code` and", "stray-token", 'd: "`code` and"'],
  ["d: %x", "%x", "stray-token", 'd: "%x"'],
  ["d: *.ts, *.js", "*.ts, *.js", "stray-token", 'd: "*.ts, *.js"'],
  ["d: & more", "& more", "stray-token", 'd: "& more"'],
  ["d: {x} text", "{x} text", "stray-token", 'd: "{x} text"'],
  ['d: "x",', "x", "stray-token", 'd: "x"'],
  ["d: [@a, 'b c', d]", ["@a", "b c", "d"], "stray-token", 'd: ["@a","b c","d"]'],
  ["d: [a, b", ["a", "b"], "unclosed-list", 'd: ["a","b"]'],
  ['d: "open and on', "open and on", "unbalanced-quote", 'd: "open and on"'],
  ['d: "say "x" now"', 'say "x" now', "inner-quote", 'd: "say \\"x\\" now"'],
  ["d: 'don't do'", "don't do", "inner-quote", 'd: "don\'t do"'],
  ["d: 'don\\'t do'", "don't do", "inner-quote", 'd: "don\'t do"'],
  ["d: 'the users\\' form, and: on'", "the users' form, and: on", "inner-quote", 'd: "the users\' form, and: on"'],
  ['d: "the user\\\'s form"', "the user's form", "inner-quote", 'd: "the user\'s form"'],
  ['d: "foo" and "bar"', '"foo" and "bar"', "inner-quote", 'd: "\\"foo\\" and \\"bar\\""'],
  ['d: "foo" and more', '"foo" and more', "inner-quote", 'd: "\\"foo\\" and more"'],
  ['d: "a \\d+ b"', "a \\d+ b", "inner-quote", 'd: "a \\\\d+ b"'],
  ["d:\nUse this when\nit fits", "Use this when it fits", "unindented-continuation", 'd: "Use this when it fits"'],
  [
    "d: A text of words\nthat goes on",
    "A text of words that goes on",
    "unindented-continuation",
    'd: "A text of words that goes on"',
  ],
  [
    "d: >-\nNot indented\nUse when: now",
    "Not indented Use when: now",
    "unindented-continuation",
    'd: "Not indented Use when: now"',
  ],
  ["d: |\n    one\n  two", "one\ntwo", "bad-indentation", 'd: "one\\ntwo"'],
  ["d:\n\tx: 1\n\ty: 2", { x: 1, y: 2 }, "tab-indentation", "  x: 1"],
  ["d:\n  x: a: b\n  y: 2", { x: "a: b", y: 2 }, "unquoted-colon", '  x: "a: b"'],
  ["d:\n  - a\n  - b: c: d", ["a", "b: c: d"], "unquoted-colon", '  - "b: c: d"'],
  ["d:\n  - x: a: b\n    y: 2", [{ x: "a: b", y: 2 }], "unquoted-colon", '    x: "a: b"'],
];

describe("R5.3 messy frontmatter loads by repair", () => {
  test.each(REPAIRS)("%j", (block, value, code, fix) => {
    for (const [text, line] of [
      [`${block}\nlast: {z: 1}`, 2],
      [`first: 1\n${block}\nlast: {z: 1}`, 3],
    ] as const) {
      const front = read(text);
      expect(front.status).toBe("repaired");
      expect(plain(front.data.get("d"))).toEqual(value);
      expect(plain(front.data.get("last"))).toEqual({ z: 1 });
      expect(front.diagnostics).toMatchObject([{ code, fix }]);
      expect(front.diagnostics[0]?.line).toBeGreaterThanOrEqual(line);
      expect(front.diagnostics[0]?.key).toMatch(/^d\b/);
    }
  });

  test.each(REPAIRS.filter(([, , , fix]) => fix.startsWith("d: ")))(
    "the fix of %j is a line that reads the same and needs no repair",
    (block, value, _, fix) => {
      const front = read(fix);
      expect(front.diagnostics).toEqual([]);
      expect(plain(front.data.get("d"))).toEqual(value);
      expect(block).not.toBe(fix);
    },
  );

  test("a known key without its blank, and one that slipped to the right, are keys", () => {
    const tight = read("name:foo\ndescription: bar");
    expect([...tight.data]).toEqual([
      ["name", "foo"],
      ["description", "bar"],
    ]);
    expect(tight.diagnostics).toMatchObject([{ code: "missing-blank", line: 2, fix: "name: foo" }]);
    const slipped = read("name: foo\n description: bar");
    expect([...slipped.data]).toEqual([
      ["name", "foo"],
      ["description", "bar"],
    ]);
    expect(slipped.diagnostics).toMatchObject([{ code: "bad-indentation", line: 3, fix: "description: bar" }]);
  });

  test("a line that belongs to nothing is left out, and said", () => {
    for (const block of ["stray words\nname: foo\nlast: x: y", "name: foo\nstray words\nlast: x: y"]) {
      const front = read(block);
      expect([...front.data]).toEqual([
        ["name", "foo"],
        ["last", "x: y"],
      ]);
      expect(front.diagnostics.map(({ code }) => code).sort()).toEqual(["stray-line", "unquoted-colon"]);
    }
  });

  test("a known key whose blank is none to YAML is a key", () => {
    const front = read("name: pdf\ndescription:\u00a0Fills forms.");
    expect(front.data.get("description")).toBe("Fills forms.");
    expect(front.diagnostics.map(({ code }) => code)).toEqual(["missing-blank"]);
  });

  test("words below description: that hold a colon are words, and a map of words is one", () => {
    const front = read("name: pdf\ndescription:\n  Fills forms. Use when: a form\n  is empty.\nlicense: MIT");
    expect(front.data.get("description")).toBe("Fills forms. Use when: a form is empty.");
    expect(front.diagnostics).toMatchObject([
      { code: "unquoted-colon", line: 3, fix: 'description: "Fills forms. Use when: a form is empty."' },
    ]);
    expect(plain(read("description:\n  short: a b\n  long: c d").data.get("description"))).toEqual({
      short: "a b",
      long: "c d",
    });
    expect(plain(read("other:\n  Use when: a").data.get("other"))).toEqual({ "Use when": "a" });
  });

  test.each([
    ["使用说明：\n当需要填写表单时使用。\n支持：PDF", "使用说明： 当需要填写表单时使用。 支持：PDF"],
    ["フォームに入力する:\n空のとき", "フォームに入力する: 空のとき"],
    ["양식을작성: 합니다\n비어있을때", "양식을작성: 합니다 비어있을때"],
  ])("lines go on in scripts that part words by nothing: %j", (written, text) => {
    const front = read(`name: pdf\ndescription: ${written}\nlicense: MIT`);
    expect(plain(front.data)).toEqual({ name: "pdf", description: text, license: "MIT" });
  });

  test("a blank line in a description does not open a frontmatter that is closed", () => {
    const text = "---\nname: pdf\ndescription: Fills forms: all of them.\n\nUse when a form is empty.\n---\n\n# PDF\n";
    const front = readFrontmatter(text);
    expect(plain(front.data)).toEqual({
      name: "pdf",
      description: "Fills forms: all of them.\nUse when a form is empty.",
    });
    expect(text.slice(front.end)).toBe("\n# PDF\n");
    expect(front.diagnostics.map(({ code }) => code)).not.toContain("fence-never-closed");
    const chinese = readFrontmatter("---\nname: pdf\ndescription: 填写表单\n\n当表单为空时使用。\n---\n正文\n");
    expect(chinese.data.get("description")).toBe("填写表单\n当表单为空时使用。");
  });

  test.each(["# PDF", "```sh", "| a | b |"])(
    "a body is a body from its %j on, whatever rule comes after it",
    (line) => {
      const text = `---\nname: pdf\ndescription: Fills all the forms\n\nFill them all.\n${line}\n\n---\n\nmore\n`;
      const front = readFrontmatter(text);
      expect(front.data.get("description")).toBe("Fills all the forms");
      expect(text.slice(front.end).startsWith("Fill them all.")).toBe(true);
    },
  );

  test("emphasis is no alias: there is nothing it could repeat", () => {
    const front = read("description: *Fills*\nname: pdf");
    expect(front.data.get("description")).toBe("*Fills*");
    expect(front.diagnostics.map(({ code }) => code)).toEqual(["stray-token"]);
  });

  test.each(["  ---", "----", "\t---"])("a closing fence written as %j closes, whatever comes below", (fence) => {
    for (const body of ["# Body\n\ntext: more\n", "Body of words.\n\n---\n\nnote: more\n"]) {
      const front = readFrontmatter(`---\nname: pdf\ndescription: Fills forms.\n${fence}\n${body}`);
      expect(plain(front.data)).toEqual({ name: "pdf", description: "Fills forms." });
      expect(front.diagnostics.map(({ code }) => code)).toEqual(["fence-never-closed"]);
    }
  });

  test("dashes inside a block are its text, though another entry is at fault", () => {
    const front = read("a: Use: it\nd: |\n  one\n  ---\n  two\nname: pdf");
    expect(plain(front.data)).toEqual({ a: "Use: it", d: "one\n---\ntwo\n", name: "pdf" });
  });

  test("a dialogue in an example is part of the text it stands in, and what follows is not", () => {
    const dialogue = '<example>\nContext: A form.\nuser: "Fill it"\nassistant: "Done"\n</example>';
    const front = read(`description: Use it so. Examples:\n\n${dialogue}\n${dialogue}\nmodel: opus\nname: pdf`);
    const said = '<example> Context: A form. user: "Fill it" assistant: "Done" </example>';
    expect(plain(front.data)).toEqual({
      description: `Use it so. Examples:\n${said} ${said}`,
      model: "opus",
      name: "pdf",
    });
    const open = read("description: Use it so: <example>\nuser: me\nname: pdf");
    expect([...open.data.keys()]).toEqual(["description", "user", "name"]);
  });

  test("a placeholder in braces is text", () => {
    const front = read("name: {{name}}");
    expect(front.data.get("name")).toBe("{{name}}");
    expect(front.diagnostics).toMatchObject([{ code: "collection-as-key", key: "name" }]);
  });

  test("several faults in one file are repaired each for itself, with its line", () => {
    const front = read('name: x\ndescription: Use when: y\nargument-hint: [a] [b]\ntags:\n  - ok\nmodel: "open');
    expect(plain(front.data)).toEqual({
      name: "x",
      description: "Use when: y",
      "argument-hint": "[a] [b]",
      tags: ["ok"],
      model: "open",
    });
    expect(front.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["unquoted-colon", 3],
      ["stray-token", 4],
      ["unbalanced-quote", 7],
    ]);
  });
});

describe("nothing is invented", () => {
  const word = fc.constantFrom(
    "use",
    "when",
    "a: b",
    "x:",
    '"q"',
    "it's",
    "[T]",
    "- d",
    "| p",
    "> g",
    "@s",
    "`c`",
    "*e*",
    "%",
    "&",
    "!",
    "{y}",
    "#h",
    "\\d",
    "é日",
    ",",
    "?",
  );
  const value = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
  const entry = fc
    .tuple(
      fc.constantFrom("name", "description", "tags", "x"),
      fc.constantFrom(" ", " ", "\n  ", "\n", " |\n", ' "', " '"),
      value,
      fc.constantFrom("", "\n  ", "\n\t", "\n"),
      value,
    )
    .map(([key, gap, some, between, more]) => `${key}:${gap}${some}${between === "" ? "" : between + more}`);
  const letters = (text: string) => [...text].filter((letter) => !/[\s"'\\|>[\],]/.test(letter)).join("");
  const texts = (found: unknown): string[] => {
    if (found instanceof Map) return [...found].flatMap(([key, inner]) => [String(key), ...texts(inner)]);
    if (Array.isArray(found)) return found.flatMap(texts);
    return typeof found === "string" ? [found] : [];
  };

  test("every text that is read stands in the file, marks and blanks apart", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
        const block = entries.join("\n");
        const source = letters(block);
        for (const text of texts(read(block).data)) expect(source).toContain(letters(text));
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("a repair is always said, and the fix of a text reads back as that text", () => {
    fc.assert(
      fc.property(entry, (block) => {
        const front = read(block);
        if (front.status === "repaired") expect(front.diagnostics).not.toEqual([]);
        if (front.diagnostics.some(({ code }) => code === "duplicate-key")) return;
        for (const { fix, key } of front.diagnostics) {
          if (fix === undefined || key === undefined || !fix.startsWith(`${key}: "`)) continue;
          expect(read(fix).data.get(key)).toBe(front.data.get(key));
        }
      }),
      { numRuns: propertyRuns() },
    );
  });
});
