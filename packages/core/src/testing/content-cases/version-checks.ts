import { o200k } from "../../o200k/index.js";
import type { Reading, ReadOptions } from "../../ports/content.js";
import { readContent, readLinks, readSections, resolveOne } from "../read-one.js";
import { codeOf, holds, refuses, same } from "./check.js";
import type { ContentCheck, OpenedFixture } from "./fixture.js";
import { sectionsOf, UNKNOWN_IDS } from "./naming-checks.js";

/** Versions, cancellation, and what a graph may never say. */
export const VERSION_CHECKS: readonly ContentCheck[] = [
  {
    rule: "R3.9",
    name: "a reading goes on seeing its version while the content changes",
    async check(opened) {
      const { fixture, reading, source, nodes } = opened;
      if (fixture.change === undefined) return;
      const texts = await textsOf(opened);
      const before = await everything(reading, opened);
      await fixture.change.apply();
      same(await everything(reading, opened), before, "what the reading finds after the change");
      for (const { id } of nodes) {
        const known = texts.get(id);
        if (known === undefined) continue;
        let text: string | undefined;
        const code = await codeOf(async () => {
          text = await readContent(source, id);
        });
        // A text that is not the one of this version is refused, and never handed out as if it were.
        holds(text === known || code === "content-changed", `content(${id}) after the change: ${code ?? text}`);
      }
    },
  },
  {
    rule: "R3.9",
    name: "a reading opened after a change has another version, and sees it",
    async check({ fixture, content, reading, graph, source, called }) {
      if (fixture.change === undefined) return;
      const { id, name } = called(fixture.change.name);
      const [text, [summary]] = [await readContent(source, id), await graph.summaries([id])];
      await fixture.change.apply();
      const now = await content.open();
      holds(now.version !== reading.version, "the version is the same after a change");
      const [changed] = await now.graph.summaries([(await resolveOne(now.graph, name)) ?? id]);
      holds(changed !== undefined && changed.description !== summary?.description, `${name} has the same description`);
      holds((await readContent(now.source, changed.id)) !== text, `${name} has the same text`);
      same(now.graph.size, graph.size + 1, "size after one node was added");
      now.release();
    },
  },
  {
    rule: "R2.7",
    name: "versions of nodes come in the order asked, stay while nothing changes, and change with their node",
    async check({ fixture, content, graph, nodes }) {
      if (graph.versions === undefined) return;
      const asked = [...nodes, ...UNKNOWN_IDS.map((id) => ({ id }))].map(({ id }) => ({ id }));
      const before = await graph.versions(asked);
      same(before.length, asked.length, "how many versions there are");
      for (const [at, version] of before.slice(nodes.length).entries())
        same(version, undefined, `the version of "${UNKNOWN_IDS[at]}"`);
      for (const [at, { id }] of nodes.entries())
        same(await graph.versions([{ id }]), [before[at]], `the version of ${id}, asked for alone`);
      await fixture.change?.apply();
      const now = await content.open();
      const after = (await now.graph.versions?.(asked)) ?? [];
      const changed = nodes.findIndex(({ name }) => name === fixture.change?.name);
      const isTold = changed < 0 || before[changed] === undefined || after[changed] !== before[changed];
      holds(isTold, `${nodes[changed]?.name} has changed, and its version has not`);
      now.release();
    },
  },
  {
    rule: "R6.6",
    name: "a cursor from before a change is cursor-stale after it",
    async check({ fixture, content, graph, nodes }) {
      const { next } = await graph.page({ limit: 1 });
      if (fixture.change === undefined || nodes.length < 2) return;
      await fixture.change.apply();
      const now = await content.open();
      await refuses(["cursor-stale"], "the cursor from before", () => now.graph.page({ limit: 1, cursor: next }));
      now.release();
    },
  },
  {
    rule: "R3.9",
    name: "releasing one reading, or one twice, takes nothing from another",
    async check(opened) {
      const { content, reading } = opened;
      const other = await content.open();
      const before = await everything(reading, opened);
      other.release();
      other.release();
      same(await everything(reading, opened), before, "what the other reading finds");
    },
  },
  {
    rule: "R2.5",
    name: "calls at the same time give what they give one after another",
    async check(opened) {
      const { reading, source, nodes } = opened;
      const read = async () => [
        await everything(reading, opened),
        await Promise.all(nodes.map(({ id }) => readLinks(source, id))),
      ];
      const alone = await read();
      for (const together of await Promise.all([read(), read(), read()]))
        same(together, alone, "calls at the same time");
    },
  },
  {
    rule: "R6.3",
    name: "a call whose signal is aborted is cancelled, by every method",
    async check(opened) {
      const signal = AbortSignal.abort();
      for (const [method, call] of callsOf(opened, { signal })) await refuses(["cancelled"], method, call);
    },
  },
  {
    rule: "R1.5",
    name: "no word of a text is in any answer of the graph, nor in levels 2 and 3",
    async check(opened) {
      const { source, nodes } = opened;
      const sections = (await sectionsOf(opened)).map(({ section }) => section);
      const answers = [JSON.stringify(await everything(opened.reading, opened))];
      for (const { id } of nodes)
        answers.push(JSON.stringify([await readLinks(source, id), await readSections(source, id)]));
      answers.push(JSON.stringify(await opened.graph.summaries(sections)));
      for (const { marker, id } of nodes) {
        if (marker !== undefined)
          holds(!answers.some((answer) => answer.includes(marker)), `"${marker}" of ${id} has leaked`);
      }
    },
  },
];

/** What a graph says of all its nodes, the words of their texts looked for as well. */
async function everything({ graph, version }: Reading, { nodes }: OpenedFixture): Promise<unknown> {
  const ids = nodes.map(({ id }) => id);
  const queries = [...nodes.flatMap(({ name, marker }) => [name, marker ?? ""]), ""];
  return {
    size: graph.size,
    version,
    resolved: await Promise.all(nodes.map(({ name }) => resolveOne(graph, name))),
    namesakes: await Promise.all(nodes.map(({ name }) => graph.namesakes?.([name]))),
    summaries: await graph.summaries(ids),
    page: await graph.page({ limit: nodes.length }),
    pages: await Promise.all(queries.map((query) => graph.page({ query, limit: 2 }))),
    found: await Promise.all(queries.map((text) => graph.search({ text }, nodes.length))),
    gathered: await Promise.all(queries.map((text) => graph.gather({ text, start: ids.slice(0, 1) }, nodes.length))),
    neighbours: await graph.neighbours(ids),
    stats: await graph.stats(),
    findings: await graph.findings(),
  };
}

async function textsOf({ source, nodes }: OpenedFixture): Promise<ReadonlyMap<string, string>> {
  const readable = nodes.filter(({ refused }) => refused === undefined);
  return new Map(await Promise.all(readable.map(async ({ id }) => [id, await readContent(source, id)] as const)));
}

function callsOf({ content, graph, source, nodes }: OpenedFixture, options: ReadOptions) {
  const { id, name } = nodes[0]!;
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["open", () => content.open(options)],
    ["resolve", () => resolveOne(graph, name, options)],
    ["namesakes", () => (graph.namesakes === undefined ? content.open(options) : graph.namesakes([name], options))],
    ["beginning", () => graph.beginning(name, 1, options)],
    ["summaries", () => graph.summaries([id], options)],
    ["page", () => graph.page({ limit: 1 }, options)],
    ["page by a query", () => graph.page({ query: name, limit: 1 }, options)],
    ["search", () => graph.search({ text: name }, 1, options)],
    ["gather", () => graph.gather({ text: name }, 1, options)],
    ["neighbours", () => graph.neighbours([id], options)],
    ["prices", () => graph.prices([{ id }], o200k, options)],
    ["versions", () => (graph.versions === undefined ? content.open(options) : graph.versions([{ id }], options))],
    ["stats", () => graph.stats(options)],
    ["findings", () => graph.findings(options)],
    ["links", () => readLinks(source, id, options)],
    ["sections", () => readSections(source, id, options)],
    ["content", () => readContent(source, id, options)],
  ];
  return calls;
}
