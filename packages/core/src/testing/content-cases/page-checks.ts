import type { NodeId } from "../../model/node.js";
import type { Cursor, Filter, Graph, PageRequest } from "../../ports/content.js";
import { holds, refuses, same, sameSet, seeded, shuffled } from "./check.js";
import type { ContentCheck, DescribedNode, PlacedNode } from "./fixture.js";

type Asked = Omit<PageRequest, "limit" | "cursor">;

/** `page`: each node once, filters, cursors. */
export const PAGE_CHECKS: readonly ContentCheck[] = [
  {
    rule: "R3.5",
    name: "pages of any size list each node exactly once",
    async check({ graph, nodes }) {
      same(graph.size, nodes.length, "size");
      const random = seeded(3);
      const limits = [
        () => 1,
        () => 2,
        () => 3,
        () => nodes.length,
        () => nodes.length + 5,
        () => 1 + Math.floor(random() * 4),
      ];
      const orders = [];
      for (const limit of limits) orders.push(await listed(graph, {}, limit));
      sameSet(
        orders[0]!,
        nodes.map(({ id }) => id),
        "all pages together",
      );
      for (const order of orders) same(order, orders[0], "the order of pages of another size");
    },
  },
  {
    rule: "R3.5",
    name: "type, domain, tag and path filter a list, whatever the case of a word, alone and together",
    async check({ graph, nodes }) {
      for (const filter of filtersFor(nodes)) {
        const expected = nodes.filter((node) => passes(node, filter)).map(({ id }) => id);
        sameSet(await listed(graph, filter, () => 2), expected, `page(${JSON.stringify(filter)})`);
      }
    },
  },
  {
    rule: "R3.5",
    name: "a filter that nothing passes gives an empty page",
    async check({ graph }) {
      for (const filter of NOTHING)
        same(await graph.page({ ...filter, limit: 5 }), { ids: [], total: 0 }, `page(${JSON.stringify(filter)})`);
    },
  },
  {
    rule: "R3.5",
    name: "pages of a query list each match once, the total of them, and nothing that the filter hides",
    async check({ graph, nodes }) {
      for (const { name } of nodes) {
        const all = await listed(graph, { query: name }, () => 2);
        holds(all.length > 0, `page({ query: "${name}" }) lists nothing`);
        same(await listed(graph, { query: name }, () => 3), all, `pages of three of "${name}"`);
        for (const filter of filtersFor(nodes).slice(0, 4)) {
          const hidden = new Set(nodes.filter((node) => !passes(node, filter)).map(({ id }) => id));
          const shown = await listed(graph, { query: name, ...filter }, () => 2);
          same(
            shown.filter((id) => hidden.has(id)),
            [],
            `page({ query: "${name}", … ${JSON.stringify(filter)} })`,
          );
        }
      }
    },
  },
  {
    rule: "R3.6",
    name: "a query that nothing matches gives an empty page",
    async check({ graph }) {
      same(await graph.page({ query: "xqjzvw", limit: 3 }), { ids: [], total: 0 }, "the page");
    },
  },
  {
    rule: "R6.6",
    name: "a cursor goes with its query and filters only, elsewhere it is cursor-stale",
    async check({ graph, nodes }) {
      const { next } = await graph.page({ limit: 1 });
      if (nodes.length < 2) return;
      holds(next !== undefined, "a page of one among several has no cursor");
      const [first] = nodes;
      const others: readonly Asked[] = [
        { query: first!.name },
        { type: first!.type },
        { domain: first!.domain },
        { path: first!.path },
        { tag: "first" },
      ];
      for (const other of others)
        await refuses(["cursor-stale"], `the cursor of all, with ${JSON.stringify(other)}`, () =>
          graph.page({ ...other, limit: 1, cursor: next }),
        );
    },
  },
  {
    rule: "R6.6",
    name: "a cursor that no page has given is refused",
    async check({ graph }) {
      for (const cursor of ["", "0", "1", "x".repeat(300), "1.00000000", "-1.deadbeef", "\0", "漢字", "0|.00000000"])
        await refuses(["input-invalid", "cursor-stale"], `the cursor ${JSON.stringify(cursor)}`, () =>
          graph.page({ limit: 2, cursor: cursor as Cursor }),
        );
    },
  },
  {
    rule: "R2.5",
    name: "the same request gives the same page, in this reading and in the next of the version",
    async check({ content, graph, nodes, reading }) {
      const again = await content.open();
      same(again.version, reading.version, "the version of unchanged content");
      for (const query of [undefined, nodes[0]!.name]) {
        const page = await graph.page({ query, limit: 3 });
        same(await graph.page({ query, limit: 3 }), page, "the page asked for again");
        same(await again.graph.page({ query, limit: 3 }), page, "the page of the next reading");
        if (page.next !== undefined) await again.graph.page({ query, limit: 3, cursor: page.next });
      }
      again.release();
    },
  },
];

const NOTHING: readonly Filter[] = [
  { type: "no-such-type" },
  { domain: "no such domain" },
  { tag: "no-such-tag" },
  { path: "no/such/path" },
];

/** All pages, each at most as long as asked for. */
async function listed(graph: Graph, asked: Asked, limit: () => number): Promise<readonly NodeId[]> {
  const ids: NodeId[] = [];
  let cursor: Cursor | undefined;
  let total: number | undefined;
  do {
    const most = limit();
    const page = await graph.page({ ...asked, limit: most, cursor });
    const what = `page(${JSON.stringify({ ...asked, limit: most })})`;
    holds(page.ids.length <= most, `${what} has ${page.ids.length} nodes`);
    total ??= page.total;
    same(page.total, total, `the total of ${what}`);
    holds(page.ids.length > 0 || page.next === undefined, `${what} is empty, and more is to come`);
    ids.push(...page.ids);
    cursor = page.next;
  } while (cursor !== undefined);
  same(new Set(ids).size, ids.length, `how many different nodes page(${JSON.stringify(asked)}) lists`);
  same(ids.length, total, `how many nodes page(${JSON.stringify(asked)}) lists`);
  return ids;
}

/** Filters by everything that the nodes have, and some by two of it. */
export function filtersFor(nodes: readonly PlacedNode[]): readonly Filter[] {
  const folders = nodes.flatMap(({ path }) => [path, path.slice(0, path.indexOf("/") + 1), `./${path}`]);
  const tags = nodes
    .flatMap((node) => node.tags)
    .flatMap((tag) => [tag, `#${tag}`, tag.toUpperCase(), tag.split("/")[0]!]);
  const single: readonly Filter[] = [
    ...unique(nodes.flatMap(({ type }) => [type, type.toUpperCase()])).map((type) => ({ type })),
    ...unique(nodes.flatMap(({ domain }) => [domain, domain.toUpperCase()])).map((domain) => ({ domain })),
    ...unique(tags).map((tag) => ({ tag })),
    ...unique(folders).map((path) => ({ path })),
  ];
  const random = seeded(5);
  const pairs = shuffled(single, random).map((filter, at) => ({ ...filter, ...single[at] }));
  return [...shuffled(single, random), ...pairs];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** What a filter means, written as plainly as can be. */
export function passes(node: DescribedNode, { type, domain, tag, path }: Filter): boolean {
  const equal = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const wanted = tag?.replace(/^#/u, "") ?? "";
  const isIn = (own: string) => equal(own, wanted) || own.toLowerCase().startsWith(`${wanted.toLowerCase()}/`);
  return (
    (type === undefined || equal(node.type, type)) &&
    (domain === undefined || equal(node.domain, domain)) &&
    (tag === undefined || node.tags.some(isIn)) &&
    (path === undefined || node.path.startsWith(path.replace(/^\.\//u, "")))
  );
}
