import { describe, expect, test } from "vitest";
import { nodeId } from "../../model/node.js";
import { tokens } from "../../model/tokens.js";
import type { Content, Graph, NodeSource, Reading } from "../../ports/content.js";
import { createMemoryContent } from "../memory-content.js";
import { contentCases } from "./content-cases.js";
import { sampleInMemory } from "./sample-memory.js";
import { SAMPLE_NODES } from "./sample-nodes.js";

interface Breaking {
  readonly graph?: (graph: Graph) => Partial<Graph>;
  readonly source?: (source: NodeSource) => Partial<NodeSource>;
  readonly reading?: (reading: Reading) => Partial<Reading>;
}

function broken({ graph, source, reading }: Breaking): Content {
  const whole = createMemoryContent(sampleInMemory(SAMPLE_NODES));
  return {
    id: "broken",
    async open(options) {
      const honest = await whole.open(options);
      return {
        ...honest,
        graph: { ...honest.graph, ...graph?.(honest.graph) },
        source: { ...honest.source, ...source?.(honest.source) },
        ...reading?.(honest),
      };
    },
  };
}

/** The names of the cases that a content fails. */
async function failed(content: Content): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of contentCases(async () => ({ content, nodes: SAMPLE_NODES })))
    await run().catch(() => names.push(name));
  return names;
}

const BREAKINGS: readonly (readonly [string, Breaking, string])[] = [
  [
    "takes aliases for nothing",
    {
      graph: ({ resolve }) => ({
        resolve: async (texts) =>
          (await resolve(texts)).map((id, at) => (texts[at]?.startsWith("The first") ? undefined : id)),
      }),
    },
    "resolved by its id",
  ],
  [
    "resolves anything",
    {
      graph: ({ resolve }) => ({
        resolve: async (texts) => (await resolve(texts)).map((id) => id ?? nodeId("moc:map")),
      }),
    },
    "unknown reference",
  ],
  [
    "sorts summaries",
    { graph: ({ summaries }) => ({ summaries: async (ids) => summaries(ids.toSorted()) }) },
    "in the order asked",
  ],
  [
    "ignores limits",
    { graph: ({ page }) => ({ page: (request, options) => page({ ...request, limit: 99 }, options) }) },
    "pages of any size",
  ],
  [
    "ignores tags",
    { graph: ({ page }) => ({ page: ({ tag: _, ...request }, options) => page(request, options) }) },
    "filter a list",
  ],
  [
    "begins again for a foreign cursor",
    {
      graph: ({ page }) => ({ page: (request) => page(request).catch(() => page({ ...request, cursor: undefined })) }),
    },
    "a cursor goes with its query",
  ],
  [
    "forgets the filter in searches",
    { graph: ({ search }) => ({ search: ({ text }, limit, options) => search({ text }, limit, options) }) },
    "search gives nothing that the filter hides",
  ],
  [
    "quotes what matched",
    {
      graph: ({ search }) => ({
        search: async (query, limit, options) =>
          (await search(query, limit, options)).map((hit) => ({
            ...hit,
            why: hit.why.map((why) => ({ ...why, quote: query.text })),
          })),
      }),
    },
    "search says why by fields",
  ],
  [
    "gives what reading began with",
    { graph: ({ gather }) => ({ gather: ({ start: _, ...query }, limit, options) => gather(query, limit, options) }) },
    "gather leaves out where reading begins",
  ],
  [
    "knows links one way",
    {
      graph: ({ neighbours }) => ({
        neighbours: async (ids) => (await neighbours(ids)).filter(({ from }) => ids.includes(from)),
      }),
    },
    "known both ways",
  ],
  [
    "prices JSON as text",
    {
      graph: ({ prices }) => ({
        prices: async (asked, counter) =>
          (await prices(asked, counter)).map((price) => ({ ...price, json: price.text })),
      }),
    },
    "a price is what the text costs",
  ],
  [
    "prices arguments as nothing",
    {
      graph: ({ prices }) => ({
        prices: async (asked, counter) =>
          (await prices(asked, counter)).map((price) => ({ ...price, text: tokens(0) })),
      }),
    },
    "a price is what the text costs",
  ],
  [
    "has a version for whatever is asked",
    { graph: () => ({ versions: async (asked) => asked.map(() => "1") }) },
    "versions of nodes come in the order asked",
  ],
  [
    "counts a link too many",
    { graph: ({ stats }) => ({ stats: async () => ({ ...(await stats()), links: 99 }) }) },
    "stats add up",
  ],
  [
    "has a finding without a place",
    { graph: () => ({ findings: async () => [{ code: "x", severity: "info", file: "", line: 0, message: "m" }] }) },
    "a finding has a code",
  ],
  [
    "tells a description from the body",
    {
      graph: ({ summaries }) => ({
        summaries: async (ids) => (await summaries(ids)).map((one) => ({ ...one, tags: ["zq1marker"] })),
      }),
    },
    "no word of a text",
  ],
  [
    "gives an empty text for unknown ids",
    {
      source: ({ content }) => ({
        content: async (asked, options) =>
          (await content(asked, options)).map((read) => ("failure" in read ? { value: "" } : read)),
      }),
    },
    "an unknown id is refused",
  ],
  [
    "previews the whole text",
    {
      source: ({ sections, content }) => ({
        sections: async (asked) => {
          const texts = await content(asked);
          return (await sections(asked)).map((read, at) => {
            const text = texts[at];
            if ("failure" in read || text === undefined || "failure" in text) return read;
            return { value: read.value.map((one) => ({ ...one, preview: text.value })) };
          });
        },
      }),
    },
    "no word of a text",
  ],
  [
    "mixes up what is asked for together",
    { source: ({ content }) => ({ content: async (...asked) => (await content(...asked)).toReversed() }) },
    "nodes read together",
  ],
  [
    "resolves only the first of several",
    {
      graph: ({ resolve }) => ({
        resolve: async (texts) => (await resolve(texts)).map((id, at) => (at === 0 ? id : undefined)),
      }),
    },
    "references asked for together",
  ],
  [
    "completes names by their middle",
    { graph: ({ beginning }) => ({ beginning: (prefix, ...rest) => beginning(prefix.slice(1), ...rest) }) },
    "completed from its beginning",
  ],
  [
    "loses links",
    { source: () => ({ links: async (asked) => asked.map(() => ({ value: { links: [], total: 0 } })) }) },
    "level 2 has the links",
  ],
  [
    "ignores the signal of a reading",
    { source: ({ content }) => ({ content: (asked) => content(asked) }) },
    "a call whose signal is aborted",
  ],
  [
    "has a new version each time",
    { reading: () => ({ version: String(Math.random()) }) },
    "in the next of the version",
  ],
];

describe("the cases for contents", () => {
  test("pass a content that keeps all promises", async () => {
    expect(await failed(broken({}))).toEqual([]);
  });

  test.each(BREAKINGS)("catch one that %s", async (_, breaking, name) => {
    expect(await failed(broken(breaking))).toEqual(expect.arrayContaining([expect.stringContaining(name)]));
  });

  test("catch one that answers from another version after a change, or keeps its own", async () => {
    const changed = SAMPLE_NODES.map((node, at) =>
      at === 0 ? { ...node, description: "Other.", body: "Other." } : node,
    );
    const added = { ...SAMPLE_NODES[0]!, key: "neu", name: "Neu", aliases: [], links: [], body: "" };
    const versions = [SAMPLE_NODES, [...changed, added]].map((nodes) => createMemoryContent(sampleInMemory(nodes)));
    const fixture = (open: (current: () => Content) => Content["open"]) => async () => {
      let now = 0;
      const content: Content = { id: "changing", open: open(() => versions[now]!) };
      const apply = async () => {
        now = 1;
      };
      return { content, nodes: SAMPLE_NODES, change: { name: SAMPLE_NODES[0]!.name, apply } };
    };
    const results = async (open: (current: () => Content) => Content["open"]) => {
      const names: string[] = [];
      for (const { name, run } of contentCases(fixture(open))) await run().catch(() => names.push(name));
      return names;
    };
    expect(await results((current) => (options) => current().open(options))).toEqual([]);
    const live = await results((current) => async (options) => {
      const reading = await current().open(options);
      const now = async () => (await current().open(options)).source;
      return {
        ...reading,
        source: { ...reading.source, content: async (...asked) => (await now()).content(...asked) },
      };
    });
    expect(live).toEqual(["a reading goes on seeing its version while the content changes"]);
    const kept = await results((current) => {
      const first = current();
      return (options) => first.open(options);
    });
    expect(kept).toEqual(
      expect.arrayContaining([
        expect.stringContaining("has another version"),
        expect.stringContaining("cursor from before"),
      ]),
    );
  });
});
