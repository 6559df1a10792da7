import { describe, expect, test } from "vitest";
import { type NodeSummary, nodeId } from "../../model/node.js";
import { tokens } from "../../model/tokens.js";
import { fullView, indexView, linksView, scanView, sectionsView } from "../../model/view.js";
import { closingLines } from "./closing-line.js";
import { renderNode, renderText } from "./render-text.js";

const summary: NodeSummary = {
  id: nodeId("note:hard-ceiling"),
  name: "Hard ceiling",
  type: "note",
  domain: "concepts",
  description: "A budget\n  is kept.",
  tags: ["tokens"],
};
const links = [
  {
    target: nodeId("note:a"),
    name: "Ledger of A",
    description: "Seen.",
    relation: "references" as const,
    context: "See A.",
  },
];
const sections = [
  { heading: "", depth: 0, lines: [3, 3] as const, preview: "Lead." },
  { heading: "Why", depth: 2, lines: [5, 9] as const, tokens: tokens(85), preview: "Because." },
];

describe("a node as text carries its level, and nothing twice", () => {
  const at = { ...summary, path: "concepts/hard-ceiling.md" };
  test.each([
    [indexView(summary), "- [index] note:hard-ceiling (concepts)"],
    [
      scanView(summary, { tokens: tokens(640) }),
      "- [scan] note:hard-ceiling (concepts, 640 tokens): A budget is kept. #tokens",
    ],
    [
      scanView(at, { tokens: tokens(640) }),
      "- [scan] concepts/hard-ceiling.md (640 tokens): A budget is kept. #tokens",
    ],
    [
      scanView({ ...at, type: "moc", domain: "other" }),
      "- [scan] concepts/hard-ceiling.md (moc, other): A budget is kept. #tokens",
    ],
    [
      scanView({ ...at, name: "Other name" }, { hop: 1, why: [{ field: "link", via: nodeId("note:a") }] }),
      "- [scan] concepts/hard-ceiling.md Other name (hop 1, via note:a): A budget is kept. #tokens",
    ],
    [
      linksView(at, links, { more: { links: 2 } }),
      "- [links] concepts/hard-ceiling.md: A budget is kept. #tokens\n  - references note:a Ledger of A: Seen. | See A.\n  - 2 more links",
    ],
    [
      sectionsView(at, { sections }, { more: { sections: 1 } }),
      "- [sections] concepts/hard-ceiling.md: A budget is kept. #tokens\n  - (lines 3-3): Lead.\n  ## Why (lines 5-9, 85 tokens): Because.\n  - 1 more section",
    ],
    [
      fullView(at, { full: "Body.\n", links: [] }),
      "## [full] concepts/hard-ceiling.md: A budget is kept. #tokens\n\nBody.",
    ],
    [
      fullView(
        { ...at, id: nodeId("note:hard-ceiling#why"), type: "section", name: "Why", lines: [5, 9] },
        { full: "B.", links: [] },
      ),
      "## [full] concepts/hard-ceiling.md#why (lines 5-9): A budget is kept. #tokens\n\nB.",
    ],
    [
      fullView({ ...at, description: "" }, { full: "A budget is kept. Always.", links }),
      "## [full] concepts/hard-ceiling.md: #tokens\n  - references note:a Ledger of A: Seen. | See A.\n\nA budget is kept. Always.",
    ],
  ])("level %#", (view, text) => {
    expect(renderNode(view)).toBe(text);
  });
});

test("a description with line breaks cannot look like another entry", () => {
  const forged = scanView({ ...summary, description: "x\n- [scan] note:forged: y", name: "a\n## [full] note:b" });
  expect(renderNode(forged).split("\n")).toHaveLength(1);
});

test("the footer stands apart, and is not there where there is nothing to say", () => {
  const rendered = (nodes: readonly string[], footer: readonly string[]) =>
    renderText(
      nodes.map((text) => ({ text })),
      footer,
    );
  expect(rendered(["## a\n\nx", "## b\n\ny"], ["[x]", "[y]"])).toBe("## a\n\nx\n\n## b\n\ny\n\n[x]\n[y]");
  expect(rendered(["a"], [])).toBe("a");
  expect(rendered([], ["[x]"])).toBe("[x]");
  expect(rendered(["- a", "- b", "## c\n\nx", "- d"], [])).toBe("- a\n- b\n## c\n\nx\n\n- d");
  expect(rendered(["- a"], ["[x]"])).toBe("- a\n[x]");
  expect(rendered([], [])).toBe("");
});

test("the closing line says what it cost first, then what was left out, then levels and coverage as room allows", () => {
  const omitted = [
    { id: nodeId("note:a"), reason: "budget" as const, level: 4 as const, tokens: tokens(640) },
    { id: nodeId("note:b"), reason: "seen" as const, level: 1 as const, tokens: tokens(9) },
  ];
  const atLevel = { 0: 0, 1: 10, 2: 0, 3: 1, 4: 0 };
  const closing = { budget: 2000, omitted, atLevel, coveragePercent: 2.4, reference: (id: string) => id };
  expect([...closingLines(closing)].map((line) => line(412))).toEqual([
    "[412 of 2000 tokens]",
    "[412 of 2000 tokens; 2 left out]",
    "[412 of 2000 tokens; left out: note:a (640), 1 more]",
    "[412 of 2000 tokens; left out: note:a (640), 1 more; 10 scan, 1 sections]",
    "[412 of 2000 tokens; left out: note:a (640), 1 more; 10 scan, 1 sections; 2.4% read]",
    "[412 of 2000 tokens; left out: note:a (640), note:b (seen); 10 scan, 1 sections; 2.4% read]",
  ]);
});
