import { type NodeId, type NodeSummary, noteOf } from "../../model/node.js";
import { resolveOne } from "../read-one.js";
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
          same(await resolveOne(graph, reference), id, `resolve(${JSON.stringify(reference)})`);
      }
    },
  },
  {
    rule: "R1.6",
    name: "an unknown reference resolves to nothing, a malformed one too",
    async check({ graph }) {
      for (const reference of UNKNOWN_REFERENCES)
        same(await resolveOne(graph, reference), undefined, `resolve(${JSON.stringify(reference)})`);
    },
  },
  {
    rule: "R1.3",
    name: "a section is resolved by note and heading, to an id that begins with its note's",
    async check({ graph, nodes }) {
      for (const { id, name, sections } of nodes) {
        for (const { heading } of sections) {
          const found = await resolveOne(graph, `${name}#${heading}`);
          holds(found !== undefined, `resolve("${name}#${heading}") gives nothing`);
          holds(found !== id && noteOf(found) === id, `"${name}#${heading}" is ${found}, expected a section of ${id}`);
          for (const reference of [found, `[[${name}#${heading}]]`, `${id}#${heading}`])
            same(await resolveOne(graph, reference), found, `resolve(${JSON.stringify(reference)})`);
        }
        same(await resolveOne(graph, `${name}#no such heading`), undefined, `resolve("${name}#no such heading")`);
      }
    },
  },
  {
    rule: "R1.6",
    name: "namesakes begin with the node that resolve gives, and an id has none",
    async check({ graph, nodes }) {
      for (const { id, name, references } of nodes) {
        same((await graph.namesakes?.([id]))?.[0] ?? [], [], `namesakes("${id}")`);
        for (const reference of [name, ...references]) {
          const [first, ...others] = (await graph.namesakes?.([reference]))?.[0] ?? [];
          if (first === undefined) continue;
          same(first, await resolveOne(graph, reference), `the first of namesakes("${reference}")`);
          holds(others.length > 0 && !others.includes(first), `namesakes("${reference}") names one node, or one twice`);
        }
      }
    },
  },
  {
    rule: "R1.6",
    name: "references asked for together mean what each means alone, in the order asked",
    async check({ graph, nodes }) {
      const random = seeded(5);
      const all = [...nodes.flatMap(({ id, name, references }) => [id, name, ...references]), ...UNKNOWN_REFERENCES];
      for (let round = 0; round < 3; round += 1) {
        const asked = shuffled([...all, ...all.slice(0, 3)], random);
        const alone = await Promise.all(asked.map((reference) => resolveOne(graph, reference)));
        same(await graph.resolve(asked), alone.map(orNull), "resolve of many");
        const namesakes = await Promise.all(asked.map((reference) => graph.namesakes?.([reference])));
        same(await graph.namesakes?.(asked), graph.namesakes && namesakes.flat(), "namesakes of many");
      }
      same(await graph.resolve([]), [], "resolve of nothing");
    },
  },
  {
    rule: "R6.3",
    name: "a name or id is completed from its beginning, in any case, and no more than asked for are given",
    async check({ graph, nodes }) {
      for (const { id, name } of nodes) {
        const letters = [...name];
        for (const start of [id, letters.slice(0, 3).join(""), name.toLowerCase()])
          holds((await graph.beginning(start, 100)).includes(id), `beginning("${start}") lacks ${id}`);
        same((await graph.beginning(letters[0]!, 1)).length, 1, `how many beginning("${letters[0]}", 1) gives`);
      }
      same(await graph.beginning("no such thing 漢", 5), [], "what begins like nothing");
      const every = await graph.beginning("", nodes.length + 1);
      sameSet(every, new Set(every), "what is completed from nothing");
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

/** As JSON has it in a list. */
function orNull<Value>(value: Value | undefined): Value | null {
  return value ?? null;
}

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
      const section = await resolveOne(graph, `${node.name}#${heading}`);
      holds(section !== undefined, `resolve("${node.name}#${heading}") gives nothing`);
      found.push({ node, section, heading, marker });
    }
  }
  return found;
}
