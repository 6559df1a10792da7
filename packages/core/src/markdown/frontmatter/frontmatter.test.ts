import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { MAX_FRONTMATTER_BYTES, readFrontmatter, readFrontmatterBytes, readFrontmatterLatin1 } from "./frontmatter.js";

const fenced = (block: string, body = "body") => `---\n${block}\n---\n${body}`;
const codes = (text: string) => readFrontmatter(text).diagnostics.map(({ code }) => code);

describe("reading frontmatter", () => {
  test("gives typed values, the body's start, and no diagnostics for a valid file", () => {
    const text = fenced('name: pdf\ntags: [a, 1]\nmetadata:\n  version: 1.10\n  on: true\nempty:\nlist:\n- "x: y"');
    const { status, data, diagnostics, end } = readFrontmatter(text);
    expect(status).toBe("fast");
    expect(data).toEqual(
      new Map<string, unknown>([
        ["name", "pdf"],
        ["tags", ["a", 1]],
        [
          "metadata",
          new Map<string, unknown>([
            ["version", 1.1],
            ["on", true],
          ]),
        ],
        ["empty", null],
        ["list", ["x: y"]],
      ]),
    );
    expect(diagnostics).toEqual([]);
    expect(text.slice(end)).toBe("body");
  });

  test("a file without frontmatter is all body", () => {
    expect(readFrontmatter("# Title\n")).toMatchObject({ status: "none", end: 0, diagnostics: [] });
    expect(readFrontmatter("---\n---\nbody")).toMatchObject({ status: "fast", end: 8, diagnostics: [] });
  });

  test("what the fast path does not know, yaml reads", () => {
    const { status, data } = readFrontmatter(fenced("hooks:\n  - matcher: Bash\n    hooks: {a: 1}"));
    expect(status).toBe("yaml");
    expect(data.get("hooks")).toEqual([
      new Map<string, unknown>([
        ["matcher", "Bash"],
        ["hooks", new Map([["a", 1]])],
      ]),
    ]);
  });

  test.each([
    "1.10",
    "yes",
    "null",
    "2024-01-01",
    "0123",
    "0x1F",
    "~",
    "true",
    "1e3",
    "[file] # note",
    "[[Other note]]",
  ])("the text of %s is what its author wrote", (written) => {
    const expected = written.replace(" # note", "");
    for (const style of [`version: ${written}`, `version: ${written}\nother: {a: b}`]) {
      expect(readFrontmatter(fenced(style)).text("version")).toBe(expected);
    }
    const nested = readFrontmatter(fenced(`metadata:\n  version: ${written}`));
    expect(nested.text("metadata", "version")).toBe(expected);
  });

  test("texts are a list's items as written, or a scalar alone", () => {
    const front = readFrontmatter(
      fenced("tags: [1.10, x, true]\naliases:\n  - 007\n  - 'y'\none: 1984\nmap:\n  a: b\nnone:"),
    );
    expect(front.texts("tags")).toEqual(["1.10", "x", "true"]);
    expect(front.texts("aliases")).toEqual(["007", "y"]);
    expect(front.texts("one")).toEqual(["1984"]);
    expect([front.texts("map"), front.texts("none"), front.texts("absent")]).toEqual([[], [], []]);
    expect([front.text("tags"), front.text("none"), front.text("absent"), front.text()]).toEqual([
      "[1.10, x, true]",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ["fast", "a: 1\n\nb: |\n  x\nc: 2"],
    ["yaml", "a: 1\n\nb: {x: y}\n\nc: 2"],
    ["repaired", "a: 1\n\nb: x: y\n\nc: 2"],
  ])("lines are counted from the start of the file (%s)", (status, block) => {
    const front = readFrontmatter(`\uFEFF\n${fenced(block)}`);
    expect(front.status).toBe(status);
    expect([front.line("a"), front.line("b"), front.line("c"), front.line("d")]).toEqual([3, 5, 7, undefined]);
  });

  test("R5.1 keys of the prototype are keys like any other", () => {
    const { data } = readFrontmatter(fenced("__proto__: 1\nconstructor: 2\ntoString:\n  __proto__: 3"));
    expect([...data.keys()]).toEqual(["__proto__", "constructor", "toString"]);
    expect(data.get("toString")).toEqual(new Map([["__proto__", 3]]));
  });

  test("R5.1 aliases are not followed, merge keys do not merge, tags construct nothing", () => {
    const front = readFrontmatter(fenced("base: &b\n  x: 1\n<<: *b\ncopy: *b\nrun: !!js/function 'x'\nname: n"));
    expect(front.data.get("copy")).toBeNull();
    expect(front.data.get("<<")).toBeNull();
    expect(front.data.has("x")).toBe(false);
    expect(front.text("run")).toBe("x");
    expect(front.text("name")).toBe("n");
    expect(front.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["tag-ignored", 6],
      ["alias-ignored", 4],
      ["alias-ignored", 5],
    ]);
  });

  test.each(["a: 1\na: 2", 'a: 1\nb: {x: y}\n"a": 2', "a: 1\nbad: x: y\na: 2"])(
    "of two equal keys the last counts, and it is said: %j",
    (block) => {
      const front = readFrontmatter(fenced(block));
      expect(front.data.get("a")).toBe(2);
      expect(front.line("a")).toBe(block.split("\n").length + 1);
      expect(codes(fenced(block))).toContain("duplicate-key");
    },
  );

  test.each(["js", "json", "toml", "coffee"])("---%s is reported and never run", (language) => {
    const front = readFrontmatter(`---${language}\nglobalThis.ran = 1\n---\nbody`);
    expect(front).toMatchObject({ status: "broken", data: new Map(), end: 27 + language.length });
    expect(front.diagnostics).toMatchObject([{ code: "fence-language", line: 1, fix: "---" }]);
    expect("ran" in globalThis).toBe(false);
  });

  test("---yaml is read, and reported", () => {
    expect(readFrontmatter("---yaml\na: 1\n---\n").data.get("a")).toBe(1);
    expect(codes("---yaml\na: 1\n---\n")).toEqual(["fence-language"]);
  });

  test("R5.3 blank lines, a byte order mark, CRLF and bare carriage returns do not hide the frontmatter", () => {
    expect(codes(`\n\n${fenced("a: 1")}`)).toEqual(["blank-before-fence"]);
    for (const text of ["\uFEFF---\r\na: x\r\nb: |\r\n  y\r\n---\r\nbody", "---\ra: x\rb: |\r  y\r---\rbody"]) {
      const { data, end } = readFrontmatter(text);
      expect([data.get("a"), data.get("b"), text.slice(end)]).toEqual(["x", "y\n", "body"]);
    }
    expect(codes("---\ra: x\r---\rbody")).toEqual(["bare-carriage-return"]);
  });

  test("NUL and undecodable bytes are reported; NUL never reaches a value", () => {
    const nul = readFrontmatter(fenced("name: x\nother: a\0b"));
    expect(nul.text("other")).toBe("a\uFFFDb");
    expect(nul.diagnostics).toMatchObject([{ code: "nul-character", line: 3 }]);
    const bytes = new Uint8Array([
      ...new TextEncoder().encode("---\nname: x"),
      0xff,
      ...new TextEncoder().encode("\n---\n"),
    ]);
    expect(readFrontmatterBytes(bytes)).toMatchObject({ status: "fast", diagnostics: [{ code: "bad-utf8", line: 2 }] });
  });

  test("text between fences that has no key is body", () => {
    for (const block of ["just words", "- a\n- b"]) {
      expect(readFrontmatter(fenced(block))).toMatchObject({
        status: "none",
        end: 0,
        diagnostics: [{ code: "not-a-map" }],
      });
    }
  });
});

describe("a fence that is never closed", () => {
  test("the leading lines are read, the rest is body", () => {
    const text = "---\nname: x\ndescription: y z\ntags:\n  - a\n\n# Title\n\nNote: text\n";
    const front = readFrontmatter(text);
    expect(front).toMatchObject({
      status: "unclosed",
      diagnostics: [{ code: "fence-never-closed", line: 6, fix: "---" }],
    });
    expect([...front.data.keys()]).toEqual(["name", "description", "tags"]);
    expect(text.slice(front.end)).toBe("\n# Title\n\nNote: text\n");
  });

  test("a rule in the body does not swallow the body", () => {
    const text = "---\nname: x\ndescription: y\n\n# Title\n\nYou are: an expert\nin things.\n\n---\n\nmore";
    const front = readFrontmatter(text);
    expect(front).toMatchObject({ status: "unclosed", diagnostics: [{ code: "fence-never-closed", line: 5 }] });
    expect([...front.data]).toEqual([
      ["name", "x"],
      ["description", "y"],
    ]);
    expect(text.slice(front.end).startsWith("# Title")).toBe(true);
  });

  test("a rule and a heading are no frontmatter", () => {
    expect(readFrontmatter("---\n\n# Title\n\nkey: value\n")).toMatchObject({
      status: "none",
      end: 0,
      diagnostics: [],
    });
  });

  test("a file of nothing but keys is read", () => {
    expect(readFrontmatter("---\nname: x\ndescription: a: b")).toMatchObject({
      status: "unclosed",
      data: new Map([
        ["name", "x"],
        ["description", "a: b"],
      ]),
      end: 29,
    });
  });
});

describe("limits", () => {
  test("more than the cap is not parsed, in bytes as well as in characters", () => {
    const ascii = fenced(`a: ${"x".repeat(MAX_FRONTMATTER_BYTES)}`);
    const wide = fenced(`a: ${"日".repeat(MAX_FRONTMATTER_BYTES / 2)}`);
    for (const text of [ascii, wide]) {
      expect(readFrontmatter(text)).toMatchObject({
        status: "too-large",
        data: new Map(),
        diagnostics: [{ code: "too-large" }],
      });
      expect(readFrontmatterBytes(new TextEncoder().encode(text)).status).toBe("too-large");
    }
  });

  test("what is deeper than 16 levels is left out, the other keys stay", () => {
    const deep = `deep: ${"[".repeat(20)}x${"]".repeat(20)}`;
    const front = readFrontmatter(fenced(`name: x\n${deep}\nlast: y`));
    expect([...front.data.keys()]).toEqual(["name", "deep", "last"]);
    expect(front.diagnostics).toMatchObject([{ code: "too-deep", line: 3 }]);
    const absurd = `deep: ${"[".repeat(500)}x${"]".repeat(500)}`;
    const rest = readFrontmatter(fenced(`name: x\n${absurd}\nlast: y`));
    expect([...rest.data.keys()]).toEqual(["name", "last"]);
    expect(rest.diagnostics).toMatchObject([{ code: "too-complex", line: 3, key: "deep" }]);
  });
});

describe("bytes", () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  test("give what the text gives, and offsets in bytes", () => {
    for (const text of [
      "no",
      fenced("name: é日🙂\nd: a: ü"),
      "---\nname: é\n\nbody é",
      fenced('name: x\n\n# Ü\n\nprose, "é'),
    ]) {
      const bytes = encode(text);
      const fromBytes = readFrontmatterBytes(bytes);
      const fromText = readFrontmatter(text);
      expect([fromBytes.status, fromBytes.data, fromBytes.diagnostics]).toEqual([
        fromText.status,
        fromText.data,
        fromText.diagnostics,
      ]);
      expect(new TextDecoder().decode(bytes.subarray(fromBytes.end))).toBe(text.slice(fromText.end));
      expect(fromBytes.line("name")).toBe(fromText.line("name"));
    }
  });

  test("give the same where the file is there as latin1 too", () => {
    const fields = fc.constantFrom(
      "name: x",
      "name: é日🙂",
      "a: b: ü",
      "tags: [a, 2, [b]]",
      "x: 'y",
      "\tz: 1",
      "",
      "n: \r",
    );
    const marks = fc.constantFrom("---", "---yaml", "---js", "\n---", "\ufeff---", "...", "--- x");
    const files = fc.oneof(
      fc
        .tuple(marks, fc.array(fields), marks)
        .map(([open, lines, close]) => [open, ...lines, close, "# Body é"].join("\n")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(files, (text) => {
        const bytes = Buffer.from(text);
        const [one, other] = [readFrontmatterLatin1(bytes, bytes.toString("latin1")), readFrontmatterBytes(bytes)];
        expect([one.status, one.data, one.diagnostics, one.end]).toEqual([
          other.status,
          other.data,
          other.diagnostics,
          other.end,
        ]);
        expect([one.texts("tags"), one.line("name")]).toEqual([other.texts("tags"), other.line("name")]);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test("undecodable bytes do not move the body", () => {
    const bytes = Uint8Array.from([...encode("---\nname: x"), 0xff, 0xe6, 0x97, ...encode("\n\n# Body")]);
    const front = readFrontmatterBytes(bytes);
    expect(front.status).toBe("unclosed");
    expect(new TextDecoder().decode(bytes.subarray(front.end))).toBe("\n# Body");
  });

  test("a head that was cut says so, and says nothing else", () => {
    const head = encode(fenced("name: x\ndescription: y")).subarray(0, 20);
    expect(readFrontmatterBytes(head, { complete: false })).toMatchObject({
      status: "incomplete",
      data: new Map(),
      diagnostics: [],
    });
  });
});
