import { describe, expect, test } from "vitest";
import { findReferences } from "./links.js";

const links = (text: string): object[] =>
  findReferences(text).links.map(({ start, end, ...link }) => ({ ...link, source: text.slice(start, end) }));
const targets = (text: string): string[] => findReferences(text).links.map((link) => link.target);
const tags = (text: string): string[] => findReferences(text).tags.map((tag) => tag.name);
const blockIds = (text: string): string[] => findReferences(text).blockIds.map((id) => id.name);

describe("R3.3 links", () => {
  test.each([
    ["[[a]]", { kind: "wikilink", target: "a" }],
    ["[[a b#c d|e]]", { kind: "wikilink", target: "a b", anchor: "c d", text: "e" }],
    ["[[#c]]", { kind: "wikilink", target: "", anchor: "c" }],
    ["[[a#b#c]]", { kind: "wikilink", target: "a", anchor: "b#c" }],
    ["[[a^b1]]", { kind: "wikilink", target: "a", block: "b1" }],
    ["[[a#^b1|c]]", { kind: "wikilink", target: "a", block: "b1", text: "c" }],
    ["[[Note: more]]", { kind: "wikilink", target: "Note: more" }],
    ["[[a|[b]]]", { kind: "wikilink", target: "a", text: "[b]" }],
    ["![[a]]", { kind: "embed", target: "a" }],
    ["![[a#b]]", { kind: "embed", target: "a", anchor: "b" }],
    ["![b](a.md)", { kind: "embed", target: "a.md", text: "b" }],
    ["[b](a.md)", { kind: "markdown", target: "a.md", text: "b" }],
    ['[b](../a.md#c "d")', { kind: "markdown", target: "../a.md", anchor: "c", text: "b" }],
    ["[b](<a b.md> 'd')", { kind: "markdown", target: "a b.md", text: "b" }],
    ["[b](a%20c.md)", { kind: "markdown", target: "a%20c.md", text: "b" }],
    ["[b](a(c).md)", { kind: "markdown", target: "a(c).md", text: "b" }],
    ["[b](#c)", { kind: "markdown", target: "", anchor: "c", text: "b" }],
    ["[b\nc](\n a.md\n)", { kind: "markdown", target: "a.md", text: "b\nc" }],
    ["[[b]](a.md)", { kind: "markdown", target: "a.md", text: "[b]" }],
    ["[[b]](#c)", { kind: "markdown", target: "", anchor: "c", text: "[b]" }],
    ["[[b|d]](<a b.md> 'title')", { kind: "markdown", target: "a b.md", text: "[b|d]" }],
    ["[![x](y.png)](a.md)", { kind: "markdown", target: "a.md", text: "![x](y.png)" }],
  ])("%s", (source, link) => {
    expect(links(source)).toEqual([{ ...link, source }]);
    expect(links(`x ${source} y`)).toEqual([{ ...link, source }]);
  });

  test("references find their definitions, wherever these stand", () => {
    const text = "[a][B  c] [b c][] [B C] [d]\n\n> [b c]: x.md#y\n";
    expect(links(text)).toEqual([
      { kind: "reference", target: "x.md", anchor: "y", text: "a", source: "[a][B  c]" },
      { kind: "reference", target: "x.md", anchor: "y", text: "b c", source: "[b c][]" },
      { kind: "reference", target: "x.md", anchor: "y", text: "B C", source: "[B C]" },
    ]);
  });

  test("labels are matched without case beyond ASCII, in latin1 too", () => {
    const text = "[ÄÖ]\n\n[äö]: x.md\n";
    expect(targets(text)).toEqual(["x.md"]);
    expect(targets(Buffer.from(text).toString("latin1"))).toEqual(["x.md"]);
  });

  test("a bar in a table cell is escaped and parts target and alias all the same", () => {
    expect(links("| a | b |\n|---|---|\n| [[x\\|y]] | z |\n")).toEqual([
      { kind: "wikilink", target: "x", text: "y", source: "[[x\\|y]]" },
    ]);
  });

  test("of brackets in brackets the inner link counts", () => {
    expect(targets("[a [b](c.md) d](e.md)")).toEqual(["c.md"]);
    expect(targets("[[a [[b]] c")).toEqual(["b"]);
  });

  test.each([
    "[[a]] (b.md)",
    "[[a]](see below)",
    "[[a]](s)",
    "[[a]]()",
    "[[a]](b",
    '[[a]](b "c)',
    "[[a]](b (c(d))",
    "[[a]]\n(b.md)",
    "![[a]](b.md)",
  ])("a wikilink stays one where no tail of a link follows: %j", (text) => {
    expect(targets(text)).toEqual(["a"]);
  });

  test("a tail out of the vault leaves no link, and brackets that are links by themselves stay links", () => {
    expect(targets("[[a]](https://x.y) [[c]]")).toEqual(["c"]);
    expect(links("[[a]](b.md)\n\n[a]: c.md\n")).toEqual([
      { kind: "reference", target: "c.md", text: "a", source: "[a]" },
    ]);
    expect(targets("[x [[a]](b.md) y](c.md)")).toEqual(["b.md"]);
  });

  test.each([
    ["a fence", "```\n[[a]]\n```"],
    ["indented code", "    [[a]]"],
    ["a code span", "`[[a]]` ``[b](c.md) ` ``"],
    ["a code span over two lines", "`a\n[[b]]`"],
    ["an HTML comment", "x <!-- [[a]] --> y"],
    ["a comment block", "<!--\n[[a]]\n-->"],
    ["an HTML block", "<div>\n[[a]]\n</div>"],
    ["an attribute", '<a title="[[a]]">'],
    ["a definition", "[a]: b.md"],
  ])("not in %s", (_, text) => {
    expect(links(text)).toEqual([]);
  });

  test.each([
    ["[a](https://b.c/d.md)", "another site"],
    ["[a](//b.c)", "another host"],
    ["[a](mailto:b@c)", "mail"],
    ["[[https://b.c]]", "a site in a wikilink"],
    ["![a](b.png)", "an image"],
    ["![[b.png]]", "an embedded image"],
    ["\\[[a]]", "an escaped bracket"],
    ["[[a\nb]]", "a wikilink over two lines"],
    ["[[]] [[|a]]", "no target"],
    ["[a]()", "an empty target"],
    ["[a](b c.md)", "a target with a bare space"],
    ["[a] (b.md)", "a space before the parenthesis"],
    ["[a][b]", "a label that nothing defines"],
  ])("%s is no link: %s", (text) => {
    expect(links(text)).toEqual([]);
  });

  test("an unclosed code span hides nothing", () => {
    expect(targets("``a` [[b]] ```c")).toEqual(["b"]);
  });

  test.each([
    ["a %% [[b]] %% [[c]]", ["c"]],
    ["%%\n[[a]]\n\n[[b]]\n%%\n\n[[c]]", ["c"]],
    ["5%% of [[a]]\n\n6%% of [[b]]", ["a", "b"]],
    ["%% never closed [[a]]", ["a"]],
    ["`%%` [[a]] %%", ["a"]],
    ["$[[a]]$ [[b]]", ["b"]],
    ["$$\n[[a]]\n$$\n\n[[b]]", ["b"]],
    ["costs $5, see [[a]], or $6", ["a"]],
    ["$ [[a]] $", ["a"]],
    ["\\$[[a]]$", ["a"]],
    ["one $[[a]]", ["a"]],
  ])("not in comments and formulas: %j", (text, found) => {
    expect(targets(text)).toEqual(found);
  });

  test("latin1 text gives byte offsets and readable names", () => {
    const text = "é [[日本|語]] #標籤";
    const { links: found, tags: named } = findReferences(Buffer.from(text).toString("latin1"), { latin1: true });
    expect(found).toEqual([{ kind: "wikilink", target: "日本", text: "語", start: 3, end: 17 }]);
    expect(named).toEqual([{ name: "標籤", start: 19, end: 25 }]);
  });
});

describe("tags in the body", () => {
  test.each([
    ["#a", ["a"]],
    ["x #a-b_c/d1 y", ["a-b_c/d1"]],
    ["#1984 #y1984", ["y1984"]],
    ["a#b https://c.d/#e", []],
    ["# h #a", ["a"]],
    ["#a, #b. #c!", ["a", "b", "c"]],
    ["#日本語。つぎ", ["日本語"]],
    ["#über—x", ["über"]],
    ["`#a` [#b](c.md) [x #d](e.md) [[#f]]", []],
    ["\\#a ## #", []],
    ["#a/", ["a"]],
  ])("%s", (text, names) => {
    expect(tags(text)).toEqual(names);
    expect(findReferences(Buffer.from(text).toString("latin1"), { latin1: true }).tags.map((tag) => tag.name)).toEqual(
      names,
    );
  });
});

describe("block ids", () => {
  test.each([
    ["a ^b1", ["b1"]],
    ["a ^b1  \nc ^d-2\n", ["b1", "d-2"]],
    ["- a ^b\n- c\n  ^d\n", ["b", "d"]],
    ["^alone", ["alone"]],
    ["a ^b c", []],
    ["2^3", []],
    ["`a ^b`", []],
  ])("%j", (text, ids) => {
    expect(blockIds(text)).toEqual(ids);
  });
});
