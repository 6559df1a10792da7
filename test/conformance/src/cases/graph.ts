import type { Case } from "../case.js";
import { about, ask, node } from "./write.js";

const LETTERS = { "note:alpha": 1, "note:beta": 1, "note:gamma": 1 } as const;
const NOTHING = { levels: {}, matches: { notices: [{ code: "nothing-found" }] } } as const;

/** Part 3 of the rules: the vault as a graph. */
export const graph: readonly Case[] = [
  about(
    "graph/ignored-folders-are-not-there",
    "R3.1",
    ask("scan", { limit: 1000 }, { lacks: ["HIDDEN", "Hidden", "Secret", "Draft"] }),
    ask("search", { query: "HIDDEN secret draft" }, { lacks: ["private/", "Hidden"] }),
  ),
  about(
    "graph/ignored-notes-cannot-be-opened",
    "R3.1",
    ...["private/secret.md", "idea.draft.md", "node_modules/hidden.md", "not-markdown.txt"].map((path) =>
      node(path, 4, { error: "node-unknown" }),
    ),
  ),
  about(
    "graph/defaults-without-frontmatter",
    "R3.1",
    node("bare.md", 1, {
      nodes: {
        "note:bare": {
          type: "note",
          domain: "general",
          name: "bare",
          description: "Just a sentence without anything.",
        },
      },
    }),
  ),
  about(
    "graph/name-from-the-file-in-obsidian-and-the-heading-an-alias",
    "R3.1",
    node("[[Circle one]]", 0, { nodes: { "note:circle-one": { name: "circle-one" } } }),
  ),
  about(
    "graph/domain-from-the-top-folder",
    "R3.1",
    node(["Alpha", "Delta", "pdf-forms"], 0, {
      nodes: {
        "note:alpha": { domain: "letters" },
        "essay:delta": { domain: "rivers" },
        "skill:pdf-forms": { domain: "tools" },
      },
    }),
  ),
  about(
    "graph/type-of-a-skill",
    "R3.1 R1.2",
    node("pdf-forms", 1, { nodes: { "skill:pdf-forms": { type: "skill", description: "Fill PDF forms" } } }),
  ),
  about(
    "graph/an-empty-file-is-a-note",
    "R3.1",
    node("empty.md", 4, { nodes: { "note:empty": { content: { full: "" } } } }),
  ),
  about(
    "graph/windows-lines",
    "R3.1",
    node(
      "crlf.md",
      3,
      {
        nodes: {
          "note:crlf": {
            name: "Windows",
            content: { sections: [{ heading: "Windows", preview: "One line PREV-crlf." }] },
          },
        },
      },
      { previews: "all" },
    ),
  ),
  about(
    "graph/a-byte-order-mark",
    "R3.1",
    node("bom.md", 1, { nodes: { "note:bom": { name: "Marked", description: "Begins with a mark" } } }),
  ),
  about(
    "graph/c-c++-and-c#-differ",
    "R3.2",
    node(["C", "C++", "C#"], 0, { levels: { "note:c": 0, "note:c++": 0, "note:c-sharp": 0 } }),
  ),
  about("graph/chinese-does-not-vanish", "R3.2", node("漢字", 0, { levels: { "note:漢字": 0 } })),
  about(
    "graph/two-with-one-name-have-two-ids",
    "R3.2",
    node(["a/readme.md", "b/readme.md"], 0, { levels: { "note:a": 0, "note:b": 0 } }),
  ),
  about(
    "graph/the-graph-by-its-id",
    "R3.2 R3.5",
    ask("scan", { graphId: "garden", limit: 1 }, { matches: { graphId: "garden" } }),
  ),
  about(
    "graph/links-resolve",
    "R3.3",
    node(
      "Links",
      2,
      {
        nodes: {
          "note:links": {
            links: [
              { target: "note:alpha", relation: "references", context: "A wiki link to Alpha CTX-wiki." },
              { target: "note:beta", relation: "references", context: "An alias to the second letter CTX-alias." },
              { target: "note:gamma", relation: "references" },
              { target: "essay:delta", relation: "embeds", context: "An embed Delta CTX-embed." },
              { target: "note:alpha", relation: "references", context: "A relative link CTX-relative." },
              { target: "note:spaced-name", relation: "references", context: "An encoded link CTX-encoded." },
              { target: "note:alpha", relation: "references", context: "A case aLPHA CTX-case." },
            ],
          },
        },
        lacks: ["CTX-code", "CTX-web", "CTX-broken"],
      },
      { links: "all" },
    ),
  ),
  about("graph/relations-of-the-frontmatter", "R3.3", node("Alpha", 2, { has: ['"extends"', '"contradicts"'] })),
  about(
    "graph/links-of-a-map-are-clusters",
    "R3.3 R3.4",
    node(
      "index.md",
      2,
      {
        nodes: { "moc:index": { links: Array.from({ length: 4 }, () => ({ relation: "clusters" })) } },
      },
      { links: "all" },
    ),
  ),
  about(
    "graph/a-map-by-its-links",
    "R3.4",
    node(
      "hub.md",
      2,
      {
        nodes: { "note:hub": { links: Array.from({ length: 10 }, () => ({ relation: "clusters" })) } },
      },
      { links: "all" },
    ),
  ),
  about(
    "graph/a-map-by-its-shape-is-shown-as-one",
    "R3.4",
    ask("scan", { type: "moc" }, { levels: { "moc:index": 1, "note:hub": 1 }, nodes: { "note:hub": { type: "moc" } } }),
  ),
  about("graph/a-name-makes-no-map", "R3.4", node("a/readme.md", 0, { nodes: { "note:a": { type: "note" } } })),
  about(
    "graph/backlinks-are-walked",
    "R3.3",
    ask(
      "traverse",
      { start: "Gamma", maxDepth: 1, maxNodes: 20 },
      { has: ['"via":"note:gamma"'], nodes: { "note:beta": { hop: 1 }, "moc:index": { hop: 1 } } },
    ),
  ),
  about(
    "graph/stats-counts",
    "R3.5 R3.4",
    ask(
      "stats",
      {},
      {
        levels: {},
        matches: { data: { nodes: 23, brokenLinks: 2, mocs: { count: 2 }, orphans: { count: 5 } } },
        lacks: ["DESC-", "description"],
      },
    ),
  ),
  about(
    "graph/stats-lists-level-0",
    "R3.5 R1.4",
    ask("stats", {}, { has: ['"level":0'], lacks: ['"level":1', "tags"] }),
  ),
  about("graph/scan-is-always-1", "R3.5", ask("scan", { limit: 100 }, { every: 1, atLeast: 23, atMost: 23 })),
  about("graph/scan-default-limit", "R3.5", ask("scan", {}, { atLeast: 20, atMost: 20, has: ['"cursor"'] })),
  about(
    "graph/scan-goes-on-by-cursor",
    "R3.5",
    ask("scan", { limit: 12 }, { atLeast: 12, atMost: 12 }),
    ask("scan", { limit: 12, cursor: "$cursor" }, { atLeast: 11, atMost: 11, matches: { cursor: undefined } }),
  ),
  about(
    "graph/scan-with-a-foreign-cursor",
    "R3.5",
    ask("scan", { cursor: "nonsense" }, { error: "input-invalid", says: ["cursor"] }),
  ),
  about(
    "graph/scan-with-a-cursor-of-another-query",
    "R6.6",
    ask("scan", { limit: 12 }, { atLeast: 12, atMost: 12 }),
    ask(
      "scan",
      { limit: 12, query: "größe", cursor: "$cursor" },
      { error: "cursor-stale", says: ["cursor", "Ask again without cursor."] },
    ),
  ),
  about("graph/scan-by-type", "R3.5", ask("scan", { type: "essay" }, { levels: { "essay:delta": 1 } })),
  about("graph/scan-by-domain", "R3.5", ask("scan", { domain: "letters" }, { levels: LETTERS })),
  about("graph/scan-by-tag", "R3.5", ask("scan", { tag: "letters" }, { levels: { "note:alpha": 1, "note:beta": 1 } })),
  about("graph/scan-by-path", "R3.5", ask("scan", { path: "letters/" }, { levels: LETTERS })),
  about("graph/scan-by-words", "R3.5", ask("scan", { query: "river", limit: 1 }, { levels: { "essay:delta": 1 } })),
  about(
    "graph/scan-filters-together",
    "R3.5",
    ask("scan", { domain: "letters", tag: "primordial" }, { levels: { "note:alpha": 1 } }),
  ),
  about("graph/scan-finds-nothing", "R3.5 R3.6", ask("scan", { type: "no-such-type" }, NOTHING)),
  about(
    "graph/search-scores-and-explains",
    "R3.5 R3.6",
    ask("search", { query: "delta" }, { first: ["essay:delta"], every: 1, has: ['"score"', '"why"'] }),
  ),
  about("graph/search-default-limit", "R3.5", ask("search", { query: "letters details" }, { atMost: 10, atLeast: 5 })),
  about(
    "graph/search-with-filters",
    "R3.5",
    ask("search", { query: "details", domain: "letters" }, { every: 1, levels: LETTERS }),
  ),
  about(
    "graph/search-in-other-words",
    "R3.5 R3.6a",
    ask("search", { query: "zzzqqq", also: ["delta river"], limit: 1 }, { levels: { "essay:delta": 1 } }),
  ),
  about(
    "graph/search-says-which-passage",
    "R3.5 R1.9",
    ask(
      "search",
      { query: "deepest words of gamma", limit: 1 },
      { nodes: { "note:gamma": { best: { id: "note:gamma@20-20" } } }, lacks: ["BODY-"] },
    ),
    ask("search", { query: "deepest words of gamma", limit: 1, format: "text" }, { has: [" → @20-20 ("] }),
  ),
  about(
    "graph/context-ranks-passages",
    "R3.6a R1.9",
    ask(
      "context",
      { query: "what are the deepest words of gamma?", tokenBudget: 900 },
      { nodes: { "note:gamma@20-20": { type: "passage", headings: ["Details", "Deeper"], lines: [20, 20] } } },
    ),
  ),
  about(
    "graph/a-weak-match-says-so",
    "R3.6a",
    ask(
      "context",
      { query: "zebra crossing gamma quantum", tokenBudget: 900 },
      { atLeast: 1, has: ['"code":"weak-match"', '"words":['] },
    ),
  ),
  about("graph/search-in-chinese", "R3.6", ask("search", { query: "漸進式", limit: 2 }, { first: ["note:漢字"] })),
  about(
    "graph/search-by-link-text",
    "R3.6",
    ask("search", { query: "second letter", limit: 2 }, { levels: { "note:links": 1, "note:beta": 1 } }),
  ),
  about(
    "graph/search-by-heading",
    "R3.6",
    ask("search", { query: "setext heading", limit: 1 }, { levels: { "note:sections": 1 } }),
  ),
  about(
    "graph/search-by-tag",
    "R3.6",
    ask("search", { query: "primordial", limit: 1 }, { levels: { "note:alpha": 1 }, has: ['"tag"'] }),
  ),
  about(
    "graph/search-by-description",
    "R3.6",
    ask("search", { query: "nobody leads here", limit: 1 }, { levels: { "note:orphan": 1 } }),
  ),
  about(
    "graph/an-empty-query-ranks-maps",
    "R3.6",
    ask("search", { query: "", limit: 2 }, { levels: { "moc:index": 1, "note:hub": 1 } }),
  ),
  about(
    "graph/no-result-is-a-hint",
    "R3.6",
    ask("search", { query: "zzzqqq" }, NOTHING),
    ask("query", { query: "zzzqqq" }, NOTHING),
    ask("context", { query: "zzzqqq" }, NOTHING),
  ),
  about(
    "graph/query-shows-the-best-at-3",
    "R3.5",
    ask(
      "query",
      { query: "delta river", top: 1, limit: 2 },
      { first: ["essay:delta"], nodes: { "essay:delta": { level: 3 } }, atMost: 2, has: ["PREV-delta"] },
    ),
  ),
  about(
    "graph/query-default-top",
    "R3.5",
    ask("query", { query: "letters details" }, { matches: { telemetry: { nodesAtLevel: { 3: 3 } } } }),
  ),
  about("graph/query-without-a-top", "R3.5", ask("query", { query: "delta", top: 0 }, { every: 1 })),
  about(
    "graph/node-several-at-once",
    "R3.5",
    node(["Gamma", "Alpha", "Beta"], 2, { first: ["note:gamma", "note:alpha", "note:beta"], every: 2 }),
  ),
  about(
    "graph/node-twice-is-once",
    "R3.5",
    node(["Alpha", "note:alpha", "The First"], 1, { levels: { "note:alpha": 1 } }),
  ),
  about(
    "graph/node-one-unknown-beside-others",
    "R3.5",
    node(["Alpha", "Nobody"], 0, {
      levels: { "note:alpha": 0 },
      matches: { notices: [{ code: "reference-unknown", message: 'No node is called "Nobody". Try search.' }] },
    }),
  ),
  about(
    "graph/traverse-says-how-far",
    "R3.5 R2.8",
    ask(
      "traverse",
      { start: "Alpha", maxDepth: 1, maxNodes: 3 },
      { first: ["note:alpha"], nodes: { "note:alpha": { hop: 0 } }, matches: { telemetry: { maxDepthReached: 1 } } },
    ),
  ),
  about(
    "graph/traverse-stays-where-it-is",
    "R3.5",
    ask(
      "traverse",
      { start: "Alpha", maxDepth: 0 },
      { levels: { "note:alpha": 4 }, matches: { telemetry: { maxDepthReached: 0 } } },
    ),
  ),
  about(
    "graph/traverse-names-what-it-passed",
    "R3.5 R2.2",
    ask(
      "traverse",
      { start: "Gamma", maxDepth: 1, maxNodes: 1 },
      { levels: { "note:gamma": 4 }, omitted: { "note:beta": "limit", "moc:index": "limit" } },
    ),
  ),
  about(
    "graph/traverse-from-a-query",
    "R3.5",
    ask("traverse", { query: "delta river", maxDepth: 0 }, { first: ["essay:delta"] }),
  ),
  about(
    "graph/traverse-towards-a-query",
    "R3.5",
    ask(
      "traverse",
      { start: "Garden", query: "gamma", maxNodes: 2 },
      { nodes: { "moc:index": { hop: 0 }, "note:gamma": { hop: 1 } }, atMost: 2 },
    ),
  ),
  about(
    "graph/traverse-levels",
    "R3.5",
    ask(
      "traverse",
      { start: "Garden", maxNodes: 8, tokenBudget: 100_000 },
      { matches: { telemetry: { nodesAtLevel: { 4: 3, 3: 3, 1: 2 } } } },
    ),
  ),
  about(
    "graph/context-has-what-was-named",
    "R3.5",
    ask("context", { nodes: "Alpha", tokenBudget: 600 }, { levels: { "note:alpha": 4 }, has: ["BODY-alpha"] }),
  ),
  about(
    "graph/context-with-both",
    "R3.5",
    ask(
      "context",
      { nodes: "Orphan", query: "gamma", tokenBudget: 1500 },
      { first: ["note:orphan"], has: ["BODY-gamma"] },
    ),
  ),
  about(
    "graph/context-is-ready-to-paste",
    "R3.5",
    ask(
      "context",
      { query: "gamma", tokenBudget: 300, format: "text" },
      { has: ["BODY-gamma", "## letters/gamma.md\\n@"] },
    ),
  ),
  about(
    "graph/context-with-filters",
    "R3.5",
    ask(
      "context",
      { query: "details", domain: "letters", tokenBudget: 2000 },
      { lacks: ["BODY-delta", "BODY-index"], has: ["BODY-alpha"] },
    ),
  ),
  about("graph/context-of-an-empty-query", "R3.6", ask("context", { query: "", tokenBudget: 1000 }, { atLeast: 1 })),
  about(
    "graph/context-with-an-unknown-name",
    "R3.5",
    ask(
      "context",
      { query: "gamma", nodes: ["no such node"], tokenBudget: 500 },
      { has: ["reference-unknown", "BODY-gamma"] },
    ),
  ),
  about(
    "graph/sections-are-commonmark",
    "R2.10",
    node("Sections", 3, {
      lacks: ["FENCED", "INDENTED", "COMMENTED", "hashes ##"],
      has: ["Setext heading", "Closed by hashes"],
    }),
  ),
  about("graph/no-cut-inside-a-character", "R2.10", node("Sections", 3, { lacks: ["\uFFFD"] })),
  about(
    "graph/telemetry-counts",
    "R2.8",
    node(["Alpha", "Beta", "Gamma"], 3, {
      matches: {
        telemetry: { nodesLoaded: 3, nodesVisited: 3, nodesAtLevel: { 3: 3 }, coveragePercent: 13, nodesOmitted: 0 },
      },
    }),
  ),
  about(
    "graph/coverage-with-one-decimal",
    "R2.8",
    node("Alpha", 4, { matches: { telemetry: { coveragePercent: 4.3 } } }),
  ),
  about("graph/no-times-in-answers", "R2.8", ask("scan", {}, { lacks: ["illiseconds", "duration"] })),
  about(
    "graph/validate-with-file-and-line",
    "R3.5 R3.3",
    ask(
      "validate",
      {},
      { has: ['"file":"links.md","line"', '\\"Nowhere\\"', '"broken-link"', '"circular-pair"', '"orphan"'] },
    ),
  ),
  about(
    "graph/validate-below-a-threshold",
    "R3.7",
    ask(
      "validate",
      { threshold: 90, limit: 0 },
      { matches: { data: { passed: false, threshold: 90, findings: [], quality: { grade: "F" } } } },
    ),
  ),
  about(
    "graph/validate-without-a-threshold",
    "R3.7",
    ask("validate", { limit: 1 }, { matches: { data: { passed: true } } }),
  ),
  about(
    "graph/a-convention-that-nobody-uses-is-no-fault",
    "R3.7a",
    ask("validate", { limit: 0 }, { has: ['"no-type"'], lacks: ['"no-domain"'] }),
  ),
  about(
    "graph/search-holds-terms-not-text",
    "R3.8 R1.5",
    ask("search", { query: "deepest words" }, { every: 1, lacks: ["deepest"] }),
  ),
  about(
    "graph/bodies-come-fresh-without-a-session",
    "R3.8",
    node("Alpha", 4, { has: ["BODY-alpha"] }),
    node("Alpha", 4, { sameAs: 1 }),
  ),
];
