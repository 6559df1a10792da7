import { processorTime } from "pd-tooling/processor-time";
import { describe, expect, test } from "vitest";
import { scanBlocks } from "../../markdown/blocks/block-scanner.js";
import { firstSentences } from "./first-sentence.js";

function described(markdown: string): string {
  const text = Buffer.from(markdown).toString("latin1");
  return firstSentences(text, scanBlocks(text))[0] ?? "";
}

const BADGE = "[![Build Status](https://ci.example/b.svg)](https://ci.example)";

describe("R3.1 a note without a description is described by its first sentence of prose", () => {
  test.each([
    ["# Title\n\nWhat it is. And more.", "What it is."],
    ["- In a list.\n", "In a list."],
    ["<b>Bold</b> words.", "Bold words."],
    ["<https://example.org> is a site.", "https://example.org is a site."],
    ["[A link](a.md) comes first.", "A link comes first."],
    ["[[A link]] comes first.", "A link comes first."],
    ["{{domxref('Window')}} objects say their name.", "Window objects say their name."],
    ['{{HTMLElement("a", "anchors")}} and {{Glossary}} lead on.', "a and lead on."],
    ["भारत एक देश है। यह बड़ा है।", "भारत एक देश है।"],
    ["ما هذا؟ هذا كتاب.", "ما هذا؟"],
    ["یہ ایک کتاب ہے۔ یہ بڑی ہے۔", "یہ ایک کتاب ہے۔"],
    ["Սա գիրք է։ Մեծ է։", "Սա գիրք է։"],
    ["ይህ መጽሐፍ ነው። ትልቅ ነው።", "ይህ መጽሐፍ ነው።"],
    ["这是一本书。它很大。", "这是一本书。"],
    ["Ein Satz mit Kennung ^abc-1", "Ein Satz mit Kennung"],
    ["{a} is a set.", "{a} is a set."],
    ["> [!TIP]- Größe zuerst?\n> Ja.", "Größe zuerst?"],
    ["Note: what is not quoted counts.\n\nMore.", "Note: what is not quoted counts."],
    ["", ""],
    ["# Only a title", ""],
  ])("%j: %j", (markdown, sentence) => {
    expect(described(markdown)).toBe(sentence);
  });
});

describe("What says nothing of the note is passed over", () => {
  test.each([
    ["a macro", '{{APIRef("DOM")}}{{SeeCompatTable}}'],
    ["a shortcode", "{{< figure src=x >}}"],
    ["a tag of a template", "{% include toc.html %}"],
    ["an image", "![A *logo*](logo.png 'title')"],
    ["an image by reference", "![Logo][logo] ![logo]"],
    ["an embed", "![[picture.png]]"],
    ["a badge", BADGE],
    ["a row of badges", `${BADGE} | ${BADGE} · ${BADGE} • ${BADGE}\\\n${BADGE}&nbsp;${BADGE}`],
    ["badges by reference", "[![Build][build-image]][build] [![build-badge]][build]"],
    ["HTML", '<a href="https://x.y"><img\n src="b.svg"></a> <!-- more -->'],
    ["a table", "| a | b |\n|---|---|\n| c | d |"],
    ["a list of contents", "- [Größe](#größe)\n  - [Maß](#maß)"],
    ["a marker of contents", "[[_TOC_]]"],
    ["imports of MDX", "import Tabs from '@theme/Tabs';\nimport x from 'y';"],
    ["tags", "#platz/halter #offen"],
    ["more badges than are looked at", BADGE.repeat(60)],
  ])("%s", (_, decoration) => {
    expect(described(`${decoration}\n\nWhat it is.`)).toBe("What it is.");
    expect(described(decoration)).toBe("");
  });

  test("line by line: the text below badges of the same paragraph counts", () => {
    expect(described(`${BADGE}\n${BADGE}\nWhat it is. And more.`)).toBe("What it is.");
    expect(described(`${BADGE} <!-- end of badges -->\nWhat it is.`)).toBe("What it is.");
    expect(described(`> ${BADGE}\n> What it is.\n> And more.`)).toBe("What it is.");
  });

  test("text behind a badge is not, and prose in a long paragraph is found", () => {
    expect(described(`![Logo](l.png) makes it.`)).toBe("Logo makes it.");
    expect(described(`${BADGE}\n${"word ".repeat(1000)}`)).toMatch(/^word word/u);
  });
});

describe("A quote", () => {
  test.each([
    "Stability: 2 - Stable",
    "**Note:** read this.",
    "**Note**: read this.",
    "_Warning_: do not.",
    "[!NOTE]\n> Read this.",
    "[!提示]- タイトル\n> Read this.",
    "⚠ Do not.",
    "`npm install --save it`",
  ])("that is a notice is passed over: %j", (notice) => {
    expect(described(`> ${notice}\n\nWhat it is.`)).toBe("What it is.");
  });

  test("that is a notice stands in where there is nothing else, the first of several", () => {
    expect(described("> Stability: 2 - Stable\n\n> Note: more.\n")).toBe("Stability: 2 - Stable");
    expect(described("> [!NOTE]\n> Read this.")).toBe("Read this.");
  });

  test.each([
    "Check whether a process has a flag",
    "Convert slashes in paths: a to b.",
    "`it` does this.",
    "[A link](a.md) first.",
  ])("in which a README says what it is about is taken: %j", (line) => {
    expect(described(`# Name\n\n> ${line}\n\nInstall it.`)).toBe(line.replace(/`|\[|\]\(.*\)/gu, ""));
  });
});

/** What grows with the square of such inputs takes seconds. */
const CEILING_MS = 400;

test.each([
  "[![",
  "{{{{",
  "{{a ",
  "{%% ",
  "![a](",
  "![a][",
  "[![a](b)",
  "<a ",
  "<!--",
  "| ",
  "`",
  "> [!A]\n\n",
  "![a]\n\n",
  "{{a}}\n",
])("R7.3 a note full of %j takes no longer than its length", (piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length));
  const blocks = scanBlocks(text);
  expect(processorTime(() => firstSentences(text, blocks), CEILING_MS)).toBeLessThan(CEILING_MS);
});

describe("What stands beside the text stands in where there is nothing else", () => {
  test.each([
    [":::warning Achtung\n\nNicht so.\n\n:::", "Nicht so."],
    [":::note\nLies das.\n:::", "Lies das."],
    ['!!! note "Titel"\n    Lies das.', "Lies das."],
    ["[Edit](https://x.y/e) | [Copy](https://x.y/c)", "Edit"],
    ["- [[Eins]]\n- [[Zwei]]", "Eins"],
  ])("%j", (markdown, standIn) => {
    expect(described(`${markdown}\n\nWhat it is.`)).toBe("What it is.");
    expect(described(markdown)).toContain(standIn);
    expect(described(markdown)).not.toContain(":::");
  });
});
