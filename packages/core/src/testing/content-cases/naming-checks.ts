import { type NodeId, type NodeSummary, noteOf } from "../../model/node.js";
import { holds, same, sameSet, seeded, shuffled } from "./check.js";
import type { ContentCheck, OpenedFixture, PlacedNode } from "./fixture.js";

/** References that lead nowhere, several of them malformed. */
export const UNKNOWN_REFERENCES = [
  "no such thing 漢",
  "",
  " ",
  "[[",
  "[[]]",
  "]]",
  "#",
  "[[#]]",
  "[[no such#thing]]",
  "\0",
];

export const UNKNOWN_IDS = [
  "note:no-such-thing",
  "",
  "#",
  "\0",
  "__proto__",
  "constructor",
] as readonly string[] as readonly NodeId[];

/** `resolve`, `namesakes` and `summaries`. */
export const NAMING_CHECKS: readonly ContentCheck[] = [
  {
    rule: "R1.6",
    name: "a node is resolved by its id, name, alias, path and wikilink",
    async check({ graph, nodes }) {
      for (const { id, name, references } of nodes) {
        for (const reference of [id, name, `[[${name}]]`, `[[${name}|shown as this]]`, ...references])
          same(await graph.resolve(reference), id, `resolve(${JSON.stringify(reference)})`);
      }
    },
  },
  {
    rule: "R1.6",
    name: "an unknown reference resolves to nothing, a malformed one too",
    async check({ graph }) {
      for (const reference of UNKNOWN_REFERENCES)
        same(await graph.resolve(reference), undefined, `resolve(${JSON.stringify(reference)})`);
    },
  },
  {
    rule: "R1.3",
    name: "a section is resolved by note and heading, to an id that begins with its note's",
    async check({ graph, nodes }) {
      for (const { id, name, sections } of nodes) {
        for (const { heading } of sections) {
          const found = await graph.resolve(`${name}#${heading}`);
          holds(found !== undefined, `resolve("${name}#${heading}") gives nothing`);
          holds(found !== id && noteOf(found) === id, `"${name}#${heading}" is ${found}, expected a section of ${id}`);
          for (const reference of [found, `[[${name}#${heading}]]`, `${id}#${heading}`])
            same(await graph.resolve(reference), found, `resolve(${JSON.stringify(reference)})`);
        }
        same(await graph.resolve(`${name}#no such heading`), undefined, `resolve("${name}#no such heading")`);
      }
    },
  },
  {
    rule: "R1.6",
    name: "namesakes begin with the node that resolve gives, and an id has none",
    async check({ graph, nodes }) {
      for (const { id, name, references } of nodes) {
        same((await graph.namesakes?.(id)) ?? [], [], `namesakes("${id}")`);
        for (const reference of [name, ...references]) {
          const [first, ...others] = (await graph.namesakes?.(reference)) ?? [];
          if (first === undefined) continue;
          same(first, await graph.resolve(reference), `the first of namesakes("${reference}")`);
          holds(others.length > 0 && !others.includes(first), `namesakes("${reference}") names one node, or one twice`);
        }
      }
    },
  },
  {
    rule: "R1",
    name: "a summary has the node's name, type, domain, description and tags",
    async check({ graph, nodes }) {
      for (const node of nodes) {
        const [summary] = await graph.summaries([node.id]);
        holds(summary !== undefined, `summaries(["${node.id}"]) is empty`);
        same(shownOf(summary), shownOf(node), `the summary of ${node.id}`);
      }
    },
  },
  {
    rule: "R1.3",
    name: "the summary of a section has the section's id, its heading and the type section",
    async check(opened) {
      for (const { section, heading } of await sectionsOf(opened)) {
        const [summary] = await opened.graph.summaries([section]);
        holds(summary !== undefined, `summaries(["${section}"]) is empty`);
        same([summary.id, summary.name, summary.type], [section, heading, "section"], `the summary of ${section}`);
      }
    },
  },
  {
    rule: "R1.6",
    name: "summaries come in the order asked, unknown ids left out",
    async check({ graph, nodes }) {
      const random = seeded(11);
      for (let round = 0; round < 5; round += 1) {
        const ids = nodes.map(({ id }) => id);
        const asked = shuffled([...ids, ...UNKNOWN_IDS, `${ids[0]}#no-such-section` as NodeId], random);
        const given = (await graph.summaries(asked)).map(({ id }) => id);
        same(
          given,
          asked.filter((id) => ids.includes(id)),
          "the ids of summaries",
        );
      }
      same(await graph.summaries([]), [], "summaries of nothing");
    },
  },
  {
    rule: "R3.3",
    name: "neighbours are known both ways, and unknown ids have none",
    async check({ graph, nodes, called }) {
      const all = nodes.flatMap(({ id, links }) =>
        links.map(({ to, relation }) => edgeText(id, called(to).id, relation)),
      );
      for (const { id } of nodes) {
        const edges = await graph.neighbours([id]);
        const expected = all.filter((edge) => edge.startsWith(`${id} → `) || edge.includes(` → ${id} (`));
        sameSet(
          new Set(edges.map(({ from, to, relation }) => edgeText(from, to, relation))),
          expected,
          `neighbours of ${id}`,
        );
      }
      const together = await graph.neighbours([...nodes.map(({ id }) => id), ...UNKNOWN_IDS]);
      sameSet(
        new Set(together.map(({ from, to, relation }) => edgeText(from, to, relation))),
        all,
        "neighbours of all",
      );
      same(await graph.neighbours(UNKNOWN_IDS), [], "neighbours of unknown ids");
    },
  },
];

function edgeText(from: NodeId, to: NodeId, relation: string): string {
  return `${from} → ${to} (${relation})`;
}

function shownOf({ name, type, domain, description, tags }: Omit<NodeSummary, "id">): readonly unknown[] {
  return [name, type, domain, description, tags];
}

export interface PlacedSection {
  readonly node: PlacedNode;
  readonly section: NodeId;
  readonly heading: string;
  readonly marker: string | undefined;
}

export async function sectionsOf({ graph, nodes }: OpenedFixture): Promise<readonly PlacedSection[]> {
  const found: PlacedSection[] = [];
  for (const node of nodes) {
    for (const { heading, marker } of node.sections) {
      const section = await graph.resolve(`${node.name}#${heading}`);
      holds(section !== undefined, `resolve("${node.name}#${heading}") gives nothing`);
      found.push({ node, section, heading, marker });
    }
  }
  return found;
}
