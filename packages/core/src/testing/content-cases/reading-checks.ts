import { priceOf } from "../../gate/render/frame.js";
import { bytes, words } from "../../model/counters.js";
import { isPdError } from "../../model/errors.js";
import { type NodeId, RELATIONS } from "../../model/node.js";
import type { TokenCounter } from "../../model/tokens.js";
import { o200k } from "../../o200k/index.js";
import type { PriceRequest, Read } from "../../ports/content.js";
import { readContent, readLinks, readSections } from "../read-one.js";
import { holds, refuses, same, sameSet, seeded, shuffled } from "./check.js";
import type { ContentCheck, OpenedFixture } from "./fixture.js";
import { sectionsOf, UNKNOWN_IDS } from "./naming-checks.js";

/** One that no content can know beforehand. */
const letters: TokenCounter = { name: "letters of the cases", count: (text) => [...text].length };
const COUNTERS: readonly TokenCounter[] = [o200k, words, bytes, letters];

/** `links`, `sections`, `content` and `prices`. */
export const READING_CHECKS: readonly ContentCheck[] = [
  {
    rule: "R1",
    name: "level 2 has the links, each with its target's name and description",
    async check({ source, graph, nodes, called }) {
      for (const node of nodes) {
        const { links, total } = await readLinks(source, node.id);
        same(total, links.length, `how many links ${node.id} has`);
        const expected = node.links.map(({ to, relation, name }) => `${called(to).id} ${relation} ${name ?? to}`);
        const given = links.map(({ target, relation, name }) => `${target} ${relation} ${name}`);
        sameSet(new Set(given), expected, `links of ${node.id}`);
        for (const { target, description, relation, context } of links) {
          same((await graph.summaries([target])).length, 1, `whether ${target}, linked from ${node.id}, is known`);
          holds(RELATIONS.includes(relation), `"${relation}" of ${node.id} is not a relation`);
          holds(typeof description === "string" && typeof context === "string", `a link of ${node.id} lacks a text`);
        }
      }
    },
  },
  {
    rule: "R1",
    name: "level 3 has the headings in order, with previews within their limit",
    async check({ source, nodes }) {
      for (const { id, headings } of nodes) {
        const sections = await readSections(source, id);
        same(
          sections.map(({ heading }) => heading),
          headings,
          `headings of ${id}`,
        );
        for (const { heading, depth, preview } of sections) {
          holds(Number.isInteger(depth) && depth >= 0 && depth <= 6, `"${heading}" of ${id} has the depth ${depth}`);
          holds(preview.length <= 800, `the preview of "${heading}" of ${id} has ${preview.length} characters`);
        }
      }
    },
  },
  {
    rule: "R1",
    name: "level 4 has the text, and the same text again",
    async check({ source, nodes }) {
      for (const { id, marker, refused } of nodes) {
        if (refused !== undefined) await refuses([refused], `content(${id})`, () => readContent(source, id));
        else {
          const text = await readContent(source, id);
          if (marker !== undefined) holds(text.includes(marker), `content(${id}) lacks "${marker}"`);
          same(await readContent(source, id), text, `content(${id}) asked again`);
        }
      }
    },
  },
  {
    rule: "R1.3",
    name: "the text of a section is a part of its note's, and it has links and sections of its own",
    async check(opened) {
      const { source } = opened;
      for (const { node, section, heading, marker } of await sectionsOf(opened)) {
        const text = await readContent(source, section);
        holds(
          text.includes(heading) && (await readContent(source, node.id)).includes(text),
          `content(${section}) is "${text}"`,
        );
        if (marker !== undefined) holds(text.includes(marker), `content(${section}) lacks "${marker}"`);
        same((await readSections(source, section))[0]?.heading, heading, `the first heading of ${section}`);
        const own = new Set((await readLinks(source, node.id)).links.map(({ target }) => target));
        for (const { target } of (await readLinks(source, section)).links)
          holds(own.has(target), `${section} links to ${target}, and its note does not`);
      }
    },
  },
  {
    rule: "R1.6",
    name: "an unknown id is refused as node-unknown at every level",
    async check({ source, nodes }) {
      for (const id of [...UNKNOWN_IDS, `${nodes[0]!.id}#no-such-section` as NodeId]) {
        await refuses(["node-unknown"], `links("${id}")`, () => readLinks(source, id));
        await refuses(["node-unknown"], `sections("${id}")`, () => readSections(source, id));
        await refuses(["node-unknown"], `content("${id}")`, () => readContent(source, id));
      }
    },
  },
  {
    rule: "R2.2",
    name: "nodes read together show what each shows alone, in the order asked, and one that cannot be read keeps no other back",
    async check(opened) {
      const { source, nodes } = opened;
      const sections = (await sectionsOf(opened)).map(({ section }) => section);
      const all = [...nodes.map(({ id }) => id), ...sections, ...UNKNOWN_IDS, nodes[0]!.id];
      for (const ids of [all, shuffled(all, seeded(3))]) {
        const asked = ids.map((id) => ({ id }));
        const alone = async (read: (id: NodeId) => Promise<readonly Read<unknown>[]>) =>
          (await Promise.all(ids.map(read))).flat().map(shownOf);
        same((await source.links(asked)).map(shownOf), await alone((id) => source.links([{ id }])), "links of many");
        const bare = asked.map((one, at) => ({ ...one, bare: at % 2 === 0 }));
        same(
          (await source.sections(bare)).map(shownOf),
          (await Promise.all(bare.map((one) => source.sections([one])))).flat().map(shownOf),
          "sections of many",
        );
        same(
          (await source.content(asked)).map(shownOf),
          await alone((id) => source.content([{ id }])),
          "texts of many",
        );
      }
      for (const read of [source.links([]), source.sections([]), source.content([])]) same(await read, [], "nothing");
    },
  },
  {
    rule: "R2.6",
    name: "a price is what the text costs, or more, in both forms, by any counter and with any argument",
    async check(opened) {
      const { nodes } = opened;
      const sections = (await sectionsOf(opened)).map(({ section }) => section);
      const ids = [...nodes.filter(({ refused }) => refused === undefined).map(({ id }) => id), ...sections];
      for (const counter of COUNTERS) {
        await checkPrices(
          opened,
          ids.map((id) => ({ id })),
          counter,
        );
        await checkPrices(
          opened,
          ids.map((id) => ({ id, argument: 'two "words" 漢字' })),
          counter,
        );
        // Again, now that some may be known already.
        await checkPrices(
          opened,
          shuffled(
            ids.map((id) => ({ id })),
            seeded(7),
          ),
          counter,
        );
      }
    },
  },
  {
    rule: "R2.6",
    name: "unknown ids have no price",
    async check({ graph, nodes }) {
      const unknown = [...UNKNOWN_IDS, `${nodes[0]!.id}#no-such-section` as NodeId].map((id) => ({ id }));
      same(await graph.prices(unknown, o200k), [], "prices of unknown ids");
      same(await graph.prices([], o200k), [], "prices of nothing");
    },
  },
];

/** What came of a read, as far as two can be compared. */
function shownOf(read: Read<unknown>): unknown {
  if ("value" in read) return { value: read.value };
  return { failure: isPdError(read.failure) ? read.failure.code : String(read.failure) };
}

async function checkPrices({ graph, source }: OpenedFixture, asked: readonly PriceRequest[], counter: TokenCounter) {
  const prices = await graph.prices(asked, counter);
  same(
    prices.map(({ id }) => id),
    asked.map(({ id }) => id),
    `the ids of prices by ${counter.name}`,
  );
  for (const [at, { id, argument }] of asked.entries()) {
    const text = await readContent(source, id, { argument });
    const { text: plain, json } = prices[at]!;
    const { text: counted, json: countedJson } = priceOf(text, counter, argument);
    holds(
      Number.isSafeInteger(plain) && plain >= counted,
      `${id} costs ${counted} by ${counter.name}, its price is ${plain}`,
    );
    holds(
      Number.isSafeInteger(json) && json >= countedJson,
      `${id} as JSON costs ${countedJson} by ${counter.name}, its price is ${json}`,
    );
  }
}
