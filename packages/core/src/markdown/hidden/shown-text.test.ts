import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeOutHidden } from "./shown-text.js";

const shown = (text: string, path = "note.md") => takeOutHidden(Buffer.from(text), path).toString();

describe("R3.1 comments are hidden text", () => {
  test.each([
    ["Größe %% privat: 90k %% zählt.", "Größe  zählt."],
    ["%%\n私的な\n\nメモ\n%%\n公開", "\n\n\n\n\n公開"],
    ["a <!-- weg --> b", "a  b"],
    ["<!-- lint\n\noff -->\nText", "\n\n\nText"],
    ["<!-- x -->    Text", "Text"],
    ["- Punkt %% geheim %%\n- <!-- nie --> zwei", "- Punkt \n- zwei"],
    ["<div>\n<!-- a\n\nb -->\n</div>", "<div>\n\n\n\n</div>"],
    ["%%\n```\nprivat\n%%\nda <!-- weg -->", "\n\n\n\nda "],
    ["Text\n\n<!-- nie geschlossen\n\nauch das", "Text\n\n\n\n"],
  ])("%j is shown as %j", (text, wanted) => expect(shown(text)).toBe(wanted));

  test.each([
    "`%% Code %%` bleibt",
    "```\n%% Code %%\n<!-- Code -->\n```",
    "    <!-- eingerückt -->",
    "50%% hier\n\nund 60%% da",
    "\\%% kein Kommentar %",
    "---\nname: a %% b %%\n---\nText",
  ])("%j stays as it is", (text) => expect(shown(text)).toBe(text));
});

describe("R3.1 MDX is shown as its reader sees it", () => {
  test.each([
    ['import Tabs from "@theme/Tabs";\nimport {\n  a,\n} from "b";\n\nText', "\n\n\n\n\nText"],
    ["export const x = () => {\n\n  return <b/>;\n};\n\nText", "\n\n\n\n\nText"],
    [
      '<Tabs>\n  <TabItem value={`a>b`} label="npm">\n\n    Drinnen **stark**\n\n  </TabItem>\n</Tabs>',
      "\n\n\nDrinnen **stark**\n\n\n",
    ],
    ["a {/* weg\nda */} b", "a \n b"],
    ["# Größe {/* #groesse */}", "# Größe {#groesse}"],
    ["# Größe {#groesse}", "# Größe {#groesse}"],
    ["<Badge/> ja{' '}nein {props.version}", " ja nein "],
    ["<>一<b>二</b></>", "一二"],
    ['<a id="x"></a>[y](z.mdx)', '<a id="x"></a>[y](z.mdx)'],
    ["\\{kein Ausdruck\\} 1 < 2", "\\{kein Ausdruck\\} 1 < 2"],
    ["`<Code/>` und ``{x}``", "`<Code/>` und ``{x}``"],
    ["```jsx\nimport a from 'b';\n<Tabs/>{x}\n```\n<Tabs/>", "```jsx\nimport a from 'b';\n<Tabs/>{x}\n```\n"],
    ["important things, exported", "important things, exported"],
    ["import the module from a friend", "import the module from a friend"],
  ])("%j is shown as %j", (text, wanted) => expect(shown(text, "seite.mdx")).toBe(wanted));
});

const PIECES = [
  "%%",
  "<!--",
  "-->",
  "`",
  "```\n",
  "\n",
  "\n\n",
  "{",
  "}",
  "/*",
  "*/",
  "<Tabs>",
  "</Tabs>",
  "import a from 'b'",
  "export const a = {",
  "Wort",
  "漢字",
  "    ",
  "> ",
  "- ",
  "\r\n",
];

test.each(["a.md", "a.mdx"])("lines keep their numbers, and nothing is made up, in %s", (path) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      const left = shown(text, path);
      expect(left.split("\n")).toHaveLength(text.split("\n").length);
      let at = 0;
      for (const character of left) {
        at = text.indexOf(character, at) + 1;
        if (at === 0) throw new Error(`${JSON.stringify(left)} is no part of ${JSON.stringify(text)}`);
      }
    }),
  );
});

test("hostile text is read to its end", () => {
  const counted = (text: string, path: string) => shown(text, path).length;
  for (const piece of ["%% ", "<!-- ", "a <!-- ", "<a ", "{ ", "` ", "export const a = [\n", "%%\n\n"])
    for (const path of ["a.md", "a.mdx"]) expect(counted(piece.repeat(20_000), path)).toBeGreaterThanOrEqual(0);
});
