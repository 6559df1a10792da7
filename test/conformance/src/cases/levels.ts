import type { Case } from "../case.js";
import { about, ask, BEGIN, GO_ON, node } from "./write.js";

const ALPHA = "note:alpha";
const DECLARED = [
  { target: "note:beta", name: "Beta", relation: "extends", context: undefined },
  { target: "note:gamma", name: "Gamma", relation: "contradicts", context: undefined },
];
const FIELDS = { name: "Alpha", type: "note", domain: "letters" };
const SUMMARY = { ...FIELDS, description: "What DESC-alpha says", tags: ["primordial", "letters"] };
const ABSENT = { links: undefined, content: undefined };

/** Part 1 of the rules: one scale for everything. */
export const levels: readonly Case[] = [
  about(
    "levels/0-is-an-index",
    "R1.1 R1.4",
    node("Alpha", 0, {
      levels: { [ALPHA]: 0 },
      nodes: { [ALPHA]: { ...FIELDS, ...ABSENT, description: undefined, tags: undefined } },
    }),
  ),
  about(
    "levels/1-is-a-scan",
    "R1.1 R1.4",
    node("Alpha", 1, { levels: { [ALPHA]: 1 }, nodes: { [ALPHA]: { ...SUMMARY, ...ABSENT } } }),
  ),
  about(
    "levels/2-has-links",
    "R1.1 R1.4 R3.3",
    node(
      "Alpha",
      2,
      {
        nodes: {
          [ALPHA]: {
            ...SUMMARY,
            content: undefined,
            links: [
              ...DECLARED,
              {
                target: "note:beta",
                name: "Beta",
                description: "What DESC-beta says",
                relation: "references",
                context: "See Beta for CTX-alpha-beta.",
              },
            ],
          },
        },
      },
      { links: "all" },
    ),
  ),
  about(
    "levels/3-has-sections",
    "R1.1 R1.4 R1.7",
    node(
      "Alpha",
      3,
      {
        nodes: {
          [ALPHA]: {
            content: {
              full: undefined,
              sections: [
                { heading: "Alpha", depth: 1, preview: "Opening words PREV-alpha." },
                { heading: "Details", depth: 2, preview: "Details PREV-alpha-details." },
                { heading: "Deeper", depth: 3, preview: "Deeper PREV-alpha-deeper." },
              ],
            },
          },
        },
        lacks: ["BODY-"],
      },
      { previews: "all" },
    ),
  ),
  about(
    "levels/less-costs-less",
    "R1.8",
    node("Delta", 3, {
      nodes: { "essay:delta": { level: 3, links: undefined, content: { full: undefined } } },
      lacks: ["BODY-"],
    }),
    node("Delta", 3, { has: ["PREV-delta"], lacks: ["BODY-"] }, { previews: "all" }),
    node("Delta", 2, { nodes: { "essay:delta": { content: undefined } } }, { links: "all" }),
    ask("node", { nodes: "Delta", level: 3, cursor: "1.00000000" }, { error: "input-invalid" }),
    ask("node", { nodes: "Delta", level: 3, previews: "all", cursor: "1.00000000" }, { error: "cursor-stale" }),
  ),
  about(
    "levels/where-it-is",
    "R1.10 R1.6",
    node("Alpha", 0, { nodes: { [ALPHA]: { path: undefined } } }),
    node("Alpha", 1, { nodes: { [ALPHA]: { path: "letters/alpha.md", lines: undefined } } }),
    node("letters/alpha.md#Details", 4, {
      nodes: { "note:alpha#details": { path: "letters/alpha.md" } },
      has: ['"lines":['],
    }),
    node("Alpha", 4, { has: ["[full] letters/alpha.md"] }, { format: "text", graphId: "garden" }),
  ),
  about(
    "levels/4-is-the-whole-body",
    "R1.1 R1.4",
    node("Alpha", 4, {
      nodes: { [ALPHA]: { ...SUMMARY, links: DECLARED } },
      has: ["BODY-alpha-deeper", "CTX-alpha-beta"],
    }),
  ),
  about(
    "levels/4-does-not-say-links-twice",
    "R1.1",
    node("Beta", 4, {
      nodes: { "note:beta": { links: undefined } },
      has: ["See [[Gamma]] for CTX-beta-gamma."],
      lacks: ["DESC-gamma"],
    }),
  ),
  about(
    "levels/4-does-not-repeat-sections",
    "R1.1",
    node("Gamma", 4, { nodes: { "note:gamma": { content: { sections: undefined } } } }),
  ),
  about("levels/default-of-node-is-1", "R1.1 R3.5", ask("node", { nodes: "Alpha" }, { levels: { [ALPHA]: 1 } })),
  ...[0, 1, 2, 3].map((level) =>
    about(
      `levels/no-body-below-4-at-${level}`,
      "R1.4",
      node(["Alpha", "Beta", "Gamma", "Delta", "漢字", "index.md"], level, { atLeast: 6, lacks: ["BODY-"] }),
    ),
  ),
  ...["scan", "search", "query", "traverse"].map((call) =>
    about(
      `levels/every-node-says-its-level-in-${call}`,
      "R1.4 R1.5",
      ask(call, call === "scan" ? {} : { query: "letters" }, { atLeast: 2 }),
    ),
  ),
  about(
    "levels/a-section-is-a-node",
    "R1.3",
    node("note:alpha#details", 4, {
      nodes: { "note:alpha#details": { type: "section", level: 4 } },
      has: ["BODY-alpha", "PREV-alpha-deeper"],
      lacks: ["PREV-alpha."],
    }),
  ),
  about(
    "levels/a-section-does-not-raise-its-note",
    "R1.3",
    node("Alpha#Details", 4, { levels: { "note:alpha#details": 4 } }, BEGIN),
    node("Alpha", 1, { levels: { [ALPHA]: 1 }, lacks: ["BODY-"] }, GO_ON),
  ),
  about(
    "levels/sections-of-one-note-cover-it-once",
    "R1.3 R2.8",
    node(["Alpha#Details", "Alpha#Deeper"], 4, {
      levels: { "note:alpha#details": 4, "note:alpha#deeper": 4 },
      matches: { telemetry: { nodesLoaded: 2, coveragePercent: 4.3 } },
    }),
  ),
  about(
    "levels/a-wikilink-addresses-a-section",
    "R1.3 R1.6",
    node("[[Alpha#Details]]", 4, { levels: { "note:alpha#details": 4 } }),
  ),
  about(
    "levels/a-deeper-section",
    "R1.3",
    node("Alpha#Deeper", 4, { has: ["BODY-alpha-deeper"], lacks: ["Only in full: BODY-alpha."] }),
  ),
  about(
    "levels/two-headings-of-one-name",
    "R1.3 R2.10",
    node(["note:sections#twice", "note:sections#twice-1"], 4, {
      levels: { "note:sections#twice": 4, "note:sections#twice-1": 4 },
      has: ["PREV-twice-1", "PREV-twice-2"],
    }),
  ),
  ...(
    [
      ["id", ALPHA],
      ["name", "Alpha"],
      ["name-in-other-case", "aLPHA"],
      ["alias", "The First"],
      ["path", "letters/alpha.md"],
      ["path-without-ending", "letters/alpha"],
      ["wikilink", "[[Alpha]]"],
      ["wikilink-with-alias", "[[Alpha|whatever]]"],
    ] as const
  ).map(([kind, reference]) =>
    about(`levels/a-node-by-its-${kind}`, "R1.6", node(reference, 0, { levels: { [ALPHA]: 0 } })),
  ),
  about(
    "levels/a-start-by-alias",
    "R1.6",
    ask("traverse", { start: "The First", maxDepth: 0 }, { levels: { [ALPHA]: 4 } }),
  ),
  about(
    "levels/a-pack-by-path",
    "R1.6",
    ask("context", { nodes: "letters/alpha.md", tokenBudget: 600 }, { levels: { [ALPHA]: 4 } }),
  ),
  about(
    "levels/a-preview-is-a-paragraph",
    "R1.7",
    node(
      "Sections",
      3,
      {
        matches: {
          nodes: [
            {
              content: {
                sections: [
                  { heading: "", depth: 0, preview: "Text before the first heading." },
                  { heading: "Sections", depth: 1, preview: "First paragraph PREV-sections." },
                  { heading: "Setext heading", depth: 2, preview: "Under setext PREV-setext." },
                  { heading: "Closed by hashes", depth: 2, preview: "- a list PREV-list\n- with items" },
                  {
                    heading: "Long preview",
                    depth: 2,
                    preview: Array.from({ length: 100 }, (_, at) => `word${at}`).join(" "),
                  },
                  { heading: "漢字の見出し", depth: 2, preview: "漸進式揭露".repeat(40) },
                  { heading: "Only code", depth: 2, preview: "const PREV_code = 1;" },
                  { heading: "Twice", depth: 2 },
                  { heading: "Twice", depth: 2 },
                ],
              },
            },
          ],
        },
        lacks: ["word100"],
      },
      { previews: "all" },
    ),
  ),
  about(
    "levels/the-ladder-pays",
    "R1.8 R1.1",
    node("Alpha", 2, { nodes: { [ALPHA]: { level: 2, content: undefined } }, lacks: ["PREV-"] }),
    node("Alpha", 3, { nodes: { [ALPHA]: { level: 3, links: undefined, more: { sections: 2 } } }, lacks: ["BODY-"] }),
    node("Alpha", 3, { has: ["CTX-alpha-beta"], lacks: ["BODY-"] }, { links: "all" }),
  ),
  about(
    "levels/previews-go-on-by-cursor",
    "R1.8 R6.6",
    node(
      "Sections",
      3,
      { nodes: { "note:sections": { more: { sections: 5 } } }, has: ['"cursor"', "PREV-list"], lacks: ["PREV-twice"] },
      { previews: "all", tokenBudget: 300 },
    ),
    node("Sections", 3, { lacks: ["PREV-list"] }, { previews: "all", tokenBudget: 2000, cursor: "$cursor" }),
  ),
  about(
    "levels/a-passage-is-widened-to-whole-blocks",
    "R1.9",
    node("note:alpha@17-20", 4, {
      levels: { "note:alpha@18-20": 4 },
      nodes: { "note:alpha@18-20": { type: "passage", name: "Alpha", headings: ["Details"], lines: [18, 20] } },
      has: ["BODY-alpha."],
      lacks: ["PREV-alpha-deeper"],
    }),
  ),
  about(
    "levels/lines-over-several-sections-are-a-passage-each",
    "R1.9",
    node("note:alpha@12-25", 4, {
      levels: { "note:alpha@12-14": 4, "note:alpha@18-20": 4, "note:alpha@24-24": 4 },
      matches: { telemetry: { coveragePercent: 4.3 } },
    }),
  ),
  about(
    "levels/every-node-says-where-it-is",
    "R1.10",
    node("Alpha", 0, { nodes: { [ALPHA]: { path: undefined } } }),
    ...[1, 2, 3, 4].map((level) => node("Alpha", level, { nodes: { [ALPHA]: { path: "letters/alpha.md" } } })),
    node("Alpha#Details", 4, {
      nodes: { "note:alpha#details": { path: "letters/alpha.md", lines: [16, 26] } },
    }),
  ),
  about(
    "levels/annotations-name-fields-and-ids",
    "R1.5 R3.6",
    ask(
      "search",
      { query: "delta river" },
      {
        first: ["essay:delta"],
        nodes: { "note:alpha": { why: [{ field: "link", via: "essay:delta" }] } },
        lacks: ["long paragraph"],
      },
    ),
  ),
  about(
    "levels/a-skill-file-is-a-node",
    "R1.2 R3.1",
    node("pdf-forms", 4, { nodes: { "skill:pdf-forms": { type: "skill", name: "pdf-forms" } }, has: ["BODY-pdf"] }),
  ),
  about(
    "levels/text-says-the-level",
    "R1.4 R6.6",
    node(
      ["Alpha", "Beta"],
      1,
      {
        matches: {
          nodes: [
            { id: ALPHA, level: 1, name: undefined },
            { id: "note:beta", level: 1 },
          ],
        },
        has: ["[scan] letters/alpha.md"],
      },
      { format: "text" },
    ),
  ),
];
