import { WHY_FIELDS } from "../../model/view.js";
import type { Graph, Hit } from "../../ports/content.js";
import { holds, same } from "./check.js";
import type { ContentCheck, OpenedFixture } from "./fixture.js";
import { UNKNOWN_IDS } from "./naming-checks.js";
import { filtersFor, passes } from "./page-checks.js";

type Find = (graph: Graph, query: Parameters<Graph["search"]>[0], limit: number) => Promise<readonly Hit[]>;

const FINDS: readonly (readonly [string, Find])[] = [
  ["search", (graph, query, limit) => graph.search(query, limit)],
  ["gather", (graph, query, limit) => graph.gather(query, limit)],
];

/** Nothing that can be looked for. */
const EMPTY = ["", "  \n", "…!?"];

/** `search` and `gather`. */
export const SEARCH_CHECKS: readonly ContentCheck[] = [
  ...FINDS.flatMap(([method, find]): readonly ContentCheck[] => [
    {
      rule: "R3.6",
      name: `${method} finds a node by its name`,
      async check({ graph, nodes }) {
        for (const { id, name } of nodes) {
          const hits = await find(graph, { text: name }, nodes.length);
          holds(
            hits.some((hit) => hit.id === id),
            `${method}("${name}") does not find ${id}`,
          );
        }
      },
    },
    {
      rule: "R3.5",
      name: `${method} gives at most as many as asked for, each once, and the same again`,
      async check({ graph, nodes, content }) {
        const again = await content.open();
        for (const text of [...nodes.map(({ name }) => name), ...EMPTY]) {
          for (const limit of [0, 1, 2, nodes.length]) {
            const hits = await find(graph, { text }, limit);
            const what = `${method}("${text}", ${limit})`;
            holds(hits.length <= limit, `${what} gives ${hits.length}`);
            same(new Set(hits.map(({ id }) => id)).size, hits.length, `how many different nodes ${what} gives`);
            same(await find(again.graph, { text }, limit), hits, `${what} asked again`);
          }
        }
        again.release();
      },
    },
    {
      rule: "R1.5",
      name: `${method} says why by fields and ids alone, with scores that are numbers`,
      async check(opened) {
        const { graph, nodes } = opened;
        for (const text of [...nodes.map(({ name }) => name), ...EMPTY])
          await checkHits(opened, await find(graph, { text }, nodes.length), `${method}("${text}")`);
      },
    },
    {
      rule: "R3.5",
      name: `${method} gives nothing that the filter hides`,
      async check({ graph, nodes }) {
        for (const text of [nodes[0]!.name, nodes.at(-1)!.name, ""]) {
          for (const filter of filtersFor(nodes)) {
            const hits = await find(graph, { text, ...filter }, nodes.length);
            const hidden = hits.filter(({ id }) => !nodes.some((node) => node.id === id && passes(node, filter)));
            same(
              hidden.map(({ id }) => id),
              [],
              `${method}(${JSON.stringify({ text, ...filter })}), hidden nodes`,
            );
          }
        }
      },
    },
    {
      rule: "R3.6",
      name: `${method} without words begins somewhere, and gives nothing for words that match nothing`,
      async check({ graph, nodes }) {
        for (const text of EMPTY)
          holds(
            (await find(graph, { text }, nodes.length)).length > 0,
            `${method}(${JSON.stringify(text)}) gives nothing`,
          );
        same(await find(graph, { text: "xqjzvw" }, nodes.length), [], `${method}("xqjzvw")`);
      },
    },
  ]),
  {
    rule: "R3.6",
    name: "search gives the best first",
    async check({ graph, nodes }) {
      for (const { name } of nodes) {
        const scores = (await graph.search({ text: name }, nodes.length)).map(({ score }) => score);
        same(
          scores,
          scores.toSorted((a, b) => b - a),
          `the scores of search("${name}")`,
        );
      }
    },
  },
  {
    rule: "R3.5",
    name: "gather leaves out where reading begins, and its sections are the node's own",
    async check({ graph, nodes }) {
      for (const { id, name } of nodes) {
        const start = [id, ...UNKNOWN_IDS];
        for (const { id: found, hop, sections } of await graph.gather({ text: name, start }, nodes.length)) {
          holds(found !== id, `gather gives ${id} back, where reading began`);
          holds(Number.isInteger(hop) && hop >= 0, `gather reaches ${found} in ${hop} steps`);
          const known = await graph.summaries(sections.map((section) => section.id));
          same(known.length, sections.length, `how many sections of ${found} are known`);
          for (const { id: section, score, extent } of sections) {
            holds(section.startsWith(`${found}#`), `${section} is given as a section of ${found}`);
            holds(
              Number.isFinite(score) && extent[0] <= extent[1],
              `${section} has the score ${score}, from ${extent}`,
            );
          }
        }
      }
    },
  },
];

async function checkHits({ graph }: OpenedFixture, hits: readonly Hit[], what: string): Promise<void> {
  for (const { id, score, why } of hits) {
    holds(Number.isFinite(score), `${what}: ${id} has the score ${score}`);
    holds(why.length > 0, `${what}: nothing says why ${id} is there`);
    for (const { field, via, ...more } of why) {
      holds(WHY_FIELDS.includes(field), `${what}: "${field}" is not a field`);
      same(more, {}, `${what}: what else stands in why`);
      if (via !== undefined) same((await graph.summaries([via])).length, 1, `${what}: whether ${via} is known`);
    }
  }
  const known = await graph.summaries(hits.map(({ id }) => id));
  same(
    known.map(({ id }) => id),
    hits.map(({ id }) => id),
    `${what}: the nodes that are known`,
  );
}
