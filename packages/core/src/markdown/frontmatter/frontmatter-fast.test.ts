import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { readFast } from "./frontmatter-fast.js";
import type { Entries } from "./frontmatter-types.js";
import { readYaml } from "./frontmatter-yaml.js";

/** Pieces of text that YAML gives, or seems to give, a meaning. */
const PIECES = [
  ...[
    "a",
    "b c",
    "Use when",
    "name",
    "- ",
    "-",
    "--",
    "---x",
    ": ",
    ":",
    "::",
    " #",
    "#",
    "# c",
    "'",
    "''",
    '"',
    '\\"',
    "\\n",
    "\\u00e9",
    "\\x41",
    "\\q",
    "\\",
  ],
  ...[
    "[",
    "]",
    "[]",
    "{",
    "}",
    "{}",
    ", ",
    ",",
    "|",
    "|-",
    ">",
    ">+",
    "|2",
    "&a ",
    "*a",
    "!t ",
    "!!str ",
    "%",
    "@",
    "`",
    "~",
    "?",
    "? ",
    "<<",
    "=",
  ],
  ...[
    "null",
    "Null",
    "true",
    "TRUE",
    "False",
    "yes",
    "no",
    "on",
    "1",
    "0",
    "-1",
    "+2",
    "1.10",
    "1.",
    ".5",
    "1e3",
    "1E-2",
    "0x1F",
    "0o17",
    "0123",
    "1_000",
  ],
  ...[
    ".inf",
    "-.INF",
    ".nan",
    "-.nan",
    "12:30",
    "2024-01-01",
    "http://x.y/z",
    "C:\\d",
    "é",
    "日本語",
    "🙂",
    "\u00a0",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\t",
    " ",
    "  ",
    "\r",
  ],
];
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "word", "b c", "x y z") },
  { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
);
const scrap = fc.array(piece, { minLength: 0, maxLength: 4 }).map((parts) => parts.join(""));
const quoted = scrap.map((text) => `"${text}"`);
const single = scrap.map((text) => `'${text}'`);
const flowList = fc.array(fc.oneof(scrap, quoted, single), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`);
const flowKey = fc.constantFrom('"a"', '"b"', '"a b"', '"\\u0061"', '""', "c", "'d'", '"é"', '"a": 1, "b"', '"a" ');
const flowMap = fc
  .array(fc.tuple(flowKey, fc.constantFrom(": ", ":", " : ", ":  "), fc.oneof(scrap, quoted, single, flowList)), {
    maxLength: 4,
  })
  .map((pairs) => `{${pairs.map((pair) => pair.join("")).join(", ")}}`);
const nestedFlow = fc.tuple(flowMap, flowMap).map(([one, other]) => `{"x": ${one}, "y":[${other}, {"z":{}}]}`);
const trailer = fc.constantFrom("", "", "", "", " ", "  ", " # note", "#x", " #");
const inline = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: scrap }, quoted, single, flowList, flowMap, nestedFlow), trailer)
  .map(([value, end]) => value + end);
const key = fc.constantFrom(
  "name",
  "description",
  "tags",
  "a",
  "b",
  "metadata",
  "x-y",
  "k.1",
  "true",
  "null",
  "1",
  "__proto__",
  "constructor",
  "A b",
  '"q"',
  "-x",
  "é",
);
const indent = fc.constantFrom("", "", " ", "  ", "  ", "  ", "    ", "   ", "\t");
const gap = fc.constantFrom(" ", " ", " ", " ", "  ", "", "\t");
const header = fc.constantFrom("|", ">", "|-", ">-", "|+", ">+", "|2", "> # c", "| ", ">x");
const line = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(indent, key, gap, inline).map(([pad, name, blank, value]) => `${pad}${name}:${blank}${value}`),
  },
  { weight: 2, arbitrary: fc.tuple(indent, key, header).map(([pad, name, head]) => `${pad}${name}: ${head}`) },
  { weight: 2, arbitrary: fc.tuple(indent, key, trailer).map(([pad, name, end]) => `${pad}${name}:${end}`) },
  { weight: 3, arbitrary: fc.tuple(indent, inline).map(([pad, value]) => `${pad}- ${value}`) },
  { weight: 3, arbitrary: fc.tuple(indent, inline).map(([pad, value]) => pad + value) },
  { weight: 1, arbitrary: fc.tuple(indent, scrap).map(([pad, value]) => `${pad}# ${value}`) },
  { weight: 1, arbitrary: indent },
);
const wild = fc
  .tuple(fc.array(line, { maxLength: 7 }), fc.constantFrom("\n", "\n", "\n", "\r\n"), fc.boolean())
  .map(([lines, ending, last]) => lines.join(ending) + (last ? ending : ""));

/** Mostly well-formed documents, so that the fast path has something to accept. */
const word = fc.constantFrom(
  "a",
  "b c",
  "http://x.y",
  "a:b",
  "a#b",
  "it's",
  'say "x"',
  "1.10",
  "007",
  "true",
  "~",
  "-1",
  "é日",
  "x, y",
  "a - b",
  "[x",
  "(y)",
  "a  b",
  "-.inf",
  "5%",
  "\\n",
  "<b>",
);
const folded = fc
  .tuple(
    fc.constantFrom("'", '"'),
    word,
    fc.constantFrom("\n  ", "\n\n  ", " \n ", "\n", "\n  \n   "),
    word,
    fc.constantFrom("", "", "\n", "\n\n  ", " "),
  )
  .map(([quote, some, gap, more, last]) => `${quote}${some}${gap}${more}${last}${quote}`);
const tame = fc.oneof(
  word,
  folded,
  word.map((text) => `[[${text}]]`),
  word.map((text) => JSON.stringify(text)),
  word.map((text) => `'${text.replaceAll("'", "''")}'`),
);
const tameLines = (pad: string) =>
  fc.array(
    fc.tuple(fc.constantFrom("", "", " ", "  "), word).map(([more, text]) => pad + more + text),
    { minLength: 1, maxLength: 4 },
  );
const maybeBlank = fc.constantFrom("", "", "", "", "\n", "  \n", "\n\n", "# note\n", "  # note\n");
const tameEntry = fc
  .tuple(
    key,
    fc.oneof(
      fc.tuple(tame, trailer).map(([value, end]) => ` ${value}${end}`),
      fc
        .tuple(header, maybeBlank, tameLines("  "), maybeBlank, tameLines("  "))
        .map(
          ([head, blank, some, middle, more]) => ` ${head}\n${blank}${some.join("\n")}\n${middle}${more.join("\n")}`,
        ),
      tameLines("  ").map((lines) => `\n${lines.join("\n")}`),
      fc
        .tuple(tame, maybeBlank, tameLines("  "))
        .map(([first, blank, more]) => ` ${first}\n${blank}${more.join("\n")}`),
      fc
        .tuple(fc.constantFrom("", "  ", " "), fc.array(tame, { minLength: 1, maxLength: 3 }), maybeBlank)
        .map(([pad, items, blank]) => `\n${blank}${items.map((item) => `${pad}- ${item}`).join("\n")}`),
      fc.array(tame, { maxLength: 3 }).map((items) => ` [${items.join(", ")}]`),
      fc
        .uniqueArray(fc.constantFrom("a", "b c", "é", "version"), { maxLength: 3 })
        .map((keys) => ` {${keys.map((one) => `"${one}": {"emoji":"🦞","n":1.10,"on":true}`).join(", ")}}`),
      fc
        .array(fc.tuple(key, tame), { minLength: 1, maxLength: 3 })
        .map((pairs) => `\n${pairs.map(([name, value]) => `  ${name}: ${value}`).join("\n")}`),
      fc
        .array(fc.array(fc.tuple(key, tame), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
        .map((items) => items.map((pairs) => pairs.map(([name, value]) => `    ${name}: ${value}`).join("\n")))
        .map((items) => `\n${items.map((item) => item.replace("    ", "  - ")).join("\n")}`),
      fc.constant(""),
    ),
  )
  .map(([name, value]) => `${name}:${value}`);
const regular = fc
  .tuple(fc.array(fc.tuple(tameEntry, maybeBlank), { maxLength: 5 }), fc.boolean(), fc.boolean())
  .map(([entries, crlf, last]) => {
    const text = entries
      .map(([entry, blank]) => `${entry}\n${blank}`)
      .join("")
      .slice(0, last ? undefined : -1);
    return crlf ? text.replaceAll("\n", "\r\n") : text;
  });

function shown(entries: Entries): unknown {
  const texts = [...(entries.written ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return { data: entries.data, texts, starts: entries.starts };
}

function byYaml(text: string): Entries | string {
  const result = readYaml(text, 1, { tokens: 100_000 });
  if (result.kind !== "map") return JSON.stringify(result);
  return result.diagnostics.length > 0 ? JSON.stringify(result.diagnostics) : result.entries;
}

/** Whether the fast path took the text; if it did, it has to agree with `yaml` in all it says. */
function agrees(text: string): boolean {
  const fast = readFast(text, 0, text.length);
  if (fast === undefined) return false;
  const slow = byYaml(text);
  if (typeof slow === "string") throw new Error(`the fast path read what yaml does not: ${slow}`);
  expect(shown(fast)).toEqual(shown(slow));
  return true;
}

describe("the fast path reads what yaml reads, and in the same way (R5.2)", () => {
  test("on every piece, and every two, in each place where a scalar can stand", () => {
    const scalars = [
      ...PIECES,
      "-0",
      "+.inf",
      "0x",
      "0o8",
      "1e",
      "..",
      "- a",
      "NULL",
      "TRue",
      "0b1",
      "1.2.3",
      "+",
      "-a",
      "00",
    ];
    for (const first of scalars) {
      for (const text of [first, `${first}${first}`, `a${first}`, `${first}a`, `a ${first}`, `${first} a`]) {
        for (const place of [
          "k: %",
          "k: %\nl: x",
          "k: [%]",
          'k: {"a": %}',
          'k: {"a":%, "b":1}',
          "k: [a, %, b]",
          "k:\n- %\n- b",
          "k:\n  l: %",
          "k: '%'",
          'k: "%"',
          "k: a\n  %",
          "k:\n  %",
        ]) {
          agrees(place.replace("%", () => text));
        }
      }
    }
  });

  test("on scraps of everything that means something in YAML", () => {
    fc.assert(
      fc.property(wild, (text) => void agrees(text)),
      { numRuns: propertyRuns(5) },
    );
  });

  test.each([
    'hooks:\n  PostToolUse:\n    - matcher: "Bash"\n      hooks:\n        - type: command\n          command: "echo \\"x\\" >> a"\nname: x',
    "k:\n- a: 1\n  b:\n  - c: größe\n- d: 2",
    "k:\n-   a: 1\n    b: 2\n-   c: 3\nl: x",
  ])("on lists of maps, which it takes: %j", (text) => {
    expect(agrees(text)).toBe(true);
  });

  test.each(["k:\n- a: 1\n b: 2", "k:\n- a: 1\n   b: 2", "k:\n- a: 1\n  a: 2", "k:\n- a: 1\nb", "k:\n  - a: b: c"])(
    "and leaves lists that are not quite regular to yaml: %j",
    (text) => {
      expect(agrees(text)).toBe(false);
    },
  );

  test("on documents that are nearly regular, many of which it takes", () => {
    let taken = 0;
    let tried = 0;
    fc.assert(
      fc.property(regular, (text) => {
        tried += 1;
        if (agrees(text)) taken += 1;
      }),
      { numRuns: propertyRuns(3) },
    );
    expect(taken / tried).toBeGreaterThan(0.1);
  });
});
