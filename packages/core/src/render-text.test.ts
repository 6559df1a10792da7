import { describe, expect, test } from "vitest";
import { type NodeSummary, nodeId } from "./node.js";
import { omissionLine, renderNode, renderText } from "./render-text.js";
import { tokens } from "./tokens.js";
import { fullView, indexView, linksView, scanView, sectionsView } from "./view.js";

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
  { heading: "", depth: 0, preview: "Lead." },
  { heading: "Why", depth: 2, preview: "Because." },
];

describe("a node as text carries its level, and nothing twice", () => {
  test.each([
    [indexView(summary), "- [0] note:hard-ceiling · note · concepts"],
    [scanView(summary, { tokens: tokens(640) }), "- [1] note:hard-ceiling (640 tokens): A budget is kept. #tokens"],
    [
      scanView({ ...summary, name: "Other name" }, { hop: 1, why: [{ field: "link", via: nodeId("note:a") }] }),
      "- [1] note:hard-ceiling Other name (hop 1, via note:a): A budget is kept. #tokens",
    ],
    [
      linksView(summary, links),
      "## [2] note:hard-ceiling: A budget is kept. #tokens\n- references note:a Ledger of A: Seen. | See A.",
    ],
    [
      sectionsView(summary, { links: [], sections }),
      "## [3] note:hard-ceiling: A budget is kept. #tokens\n\nLead.\n\n#### Why\nBecause.",
    ],
    [fullView(summary, { full: "Body.\n", links }), "## [4] note:hard-ceiling: A budget is kept. #tokens\n\nBody."],
    [
      fullView({ ...summary, tags: [] }, { full: "A budget is kept. Always.", links }),
      "## [4] note:hard-ceiling\n\nA budget is kept. Always.",
    ],
  ])("level %#", (view, text) => {
    expect(renderNode(view)).toBe(text);
  });
});

test("a description with line breaks cannot look like another entry", () => {
  const forged = scanView({ ...summary, description: "x\n- [1] note:forged: y", name: "a\n## [4] note:b" });
  expect(renderNode(forged).split("\n")).toHaveLength(1);
});

test("the footer stands apart, and is not there where there is nothing to say", () => {
  expect(renderText(["a", "b"], ["[x]", "[y]"])).toBe("a\n\nb\n\n[x]\n[y]");
  expect(renderText(["a"], [])).toBe("a");
  expect(renderText([], ["[x]"])).toBe("[x]");
  expect(renderText(["- a", "- b", "## c", "- d"], [])).toBe("- a\n- b\n\n## c\n\n- d");
  expect(renderText([], [])).toBe("");
});

test("what was left out is named with its price, the rest is counted", () => {
  const omitted = [
    { id: nodeId("note:a"), reason: "budget" as const, tokens: tokens(640) },
    { id: nodeId("note:b"), reason: "seen" as const, tokens: tokens(9) },
  ];
  expect(omissionLine(omitted, 3)).toBe("[left out: note:a (640 tokens), note:b (seen), 3 more]");
});
