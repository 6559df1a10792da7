import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Link, NodeSummary } from "./node.js";
import { nodeId } from "./node.js";
import { tokens } from "./tokens.js";
import {
  type FullNode,
  fullView,
  type IndexNode,
  indexView,
  type LinksNode,
  linksView,
  type NodeView,
  type ScanNode,
  type SectionsNode,
  scanView,
  sectionsView,
} from "./view.js";
import { nodeViewSchema } from "./view-schema.js";

const summary: NodeSummary = {
  id: nodeId("note:budgets"),
  name: "Budgets",
  type: "note",
  domain: "concepts",
  description: "A hard ceiling.",
  tags: ["tokens"],
};
const bodyLink: Link = {
  target: nodeId("note:ledger"),
  name: "Ledger",
  description: "What was seen.",
  relation: "references",
  context: "See the ledger.",
};
const declaredLink: Link = { ...bodyLink, relation: "extends", context: "", declared: true };
const links = [bodyLink, declaredLink];
const sections = [{ heading: "Why", depth: 2, preview: "Because." }];
const views = {
  index: indexView(summary),
  scan: scanView(summary),
  links: linksView(summary, links),
  sections: sectionsView(summary, { links, sections }),
  full: fullView(summary, { full: "# Budgets", links: [declaredLink] }),
};

describe("R1 each level carries its fields", () => {
  test("in the order and with the names of R6.6", () => {
    expect(
      Object.keys(scanView(summary, { tokens: tokens(640), score: 7.126, why: [{ field: "name" }], hop: 1 })),
    ).toEqual(["id", "level", "name", "type", "domain", "description", "tags", "tokens", "score", "why", "hop"]);
  });

  test("and adds to the one below", () => {
    expect(views).toMatchInlineSnapshot(`
      {
        "full": {
          "content": {
            "full": "# Budgets",
          },
          "description": "A hard ceiling.",
          "domain": "concepts",
          "id": "note:budgets",
          "level": 4,
          "links": [
            {
              "description": "What was seen.",
              "name": "Ledger",
              "relation": "extends",
              "target": "note:ledger",
            },
          ],
          "name": "Budgets",
          "tags": [
            "tokens",
          ],
          "type": "note",
        },
        "index": {
          "domain": "concepts",
          "id": "note:budgets",
          "level": 0,
          "name": "Budgets",
          "type": "note",
        },
        "links": {
          "description": "A hard ceiling.",
          "domain": "concepts",
          "id": "note:budgets",
          "level": 2,
          "links": [
            {
              "context": "See the ledger.",
              "description": "What was seen.",
              "name": "Ledger",
              "relation": "references",
              "target": "note:ledger",
            },
            {
              "description": "What was seen.",
              "name": "Ledger",
              "relation": "extends",
              "target": "note:ledger",
            },
          ],
          "name": "Budgets",
          "tags": [
            "tokens",
          ],
          "type": "note",
        },
        "scan": {
          "description": "A hard ceiling.",
          "domain": "concepts",
          "id": "note:budgets",
          "level": 1,
          "name": "Budgets",
          "tags": [
            "tokens",
          ],
          "type": "note",
        },
        "sections": {
          "content": {
            "sections": [
              {
                "depth": 2,
                "heading": "Why",
                "preview": "Because.",
              },
            ],
          },
          "description": "A hard ceiling.",
          "domain": "concepts",
          "id": "note:budgets",
          "level": 3,
          "links": [
            {
              "context": "See the ledger.",
              "description": "What was seen.",
              "name": "Ledger",
              "relation": "references",
              "target": "note:ledger",
            },
            {
              "description": "What was seen.",
              "name": "Ledger",
              "relation": "extends",
              "target": "note:ledger",
            },
          ],
          "name": "Budgets",
          "tags": [
            "tokens",
          ],
          "type": "note",
        },
      }
    `);
  });

  test.each(Object.entries(views))("and %s passes its own schema", (_, view) => {
    expect(z.safeParse(nodeViewSchema, view).success).toBe(true);
  });
});

describe("R1.4 a forbidden field is not representable", () => {
  test("on the wire: the schema of a level refuses what belongs to a higher one", () => {
    const forbidden = [
      { ...views.index, description: "x" },
      { ...views.index, tags: [] },
      { ...views.scan, links: [] },
      { ...views.scan, content: { full: "x" } },
      { ...views.links, content: { sections: [] } },
      { ...views.sections, content: { ...views.sections.content, full: "x" } },
      { ...views.full, content: { sections } },
      { ...views.scan, level: 5 },
    ];
    for (const view of forbidden) expect(z.safeParse(nodeViewSchema, view).success).toBe(false);
  });

  test("through a summary that holds more than it should", () => {
    const fuller = { ...summary, content: { full: "secret" }, links, body: "secret" };
    for (const view of [
      indexView(fuller),
      scanView(fuller),
      linksView(fuller, [{ ...bodyLink, ...{ body: "secret" } }]),
    ]) {
      expect(JSON.stringify(view)).not.toContain("secret");
    }
  });

  test("in the types", () => {
    // @ts-expect-error a full node is not a scan node
    const a: ScanNode = views.full;
    // @ts-expect-error a fuller object spread down to level 1 does not compile
    const b: ScanNode = { ...views.sections, level: 1 };
    // @ts-expect-error an index node has no description
    const c: IndexNode = { ...views.scan, level: 0 };
    // @ts-expect-error a links node has no content
    const d: LinksNode = { ...views.full, level: 2, links: [] };
    // @ts-expect-error sections and the full text do not stand beside each other
    const e: SectionsNode = { ...views.sections, content: { sections: [], full: "" } };
    // @ts-expect-error the full text is not a list of sections
    const f: FullNode = { ...views.full, content: { sections: [] } };
    // @ts-expect-error a view is read-only
    Object.assign(views.scan, {}).name = "Budgets";
    expect([a, b, c, d, e, f]).toHaveLength(6);
    const level: (view: NodeView) => number = (view) => (view.level === 4 ? view.content.full.length : view.level);
    expect(level(views.full)).toBe(9);
  });
});

test("a score that is no number is left out, others are rounded", () => {
  for (const score of [Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE]) {
    expect(scanView(summary, { score })).not.toHaveProperty("score");
  }
  expect(scanView(summary, { score: 1 / 3 }).score).toBe(0.33);
});
