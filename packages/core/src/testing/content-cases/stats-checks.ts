import type { Count } from "../../ports/content.js";
import { holds, same, sameSet } from "./check.js";
import type { ContentCheck } from "./fixture.js";

/** `stats` and `findings`. */
export const STATS_CHECKS: readonly ContentCheck[] = [
  {
    rule: "R3.5",
    name: "stats add up to the nodes and links there are, the most frequent first",
    async check({ graph, nodes }) {
      const { nodes: count, links, byType, byDomain, byRelation, quality } = await graph.stats();
      same(
        [count, quality.nodes, graph.size],
        [nodes.length, nodes.length, nodes.length],
        "nodes, quality.nodes, size",
      );
      same(links, nodes.flatMap((node) => node.links).length, "links");
      const relations = nodes.flatMap((node) => node.links.map(({ relation }) => relation));
      checkCounts(
        byType,
        nodes.map(({ type }) => type),
        "byType",
      );
      checkCounts(
        byDomain,
        nodes.map(({ domain }) => domain),
        "byDomain",
      );
      checkCounts(byRelation, relations, "byRelation");
      for (const [name, figure] of Object.entries(quality))
        holds(Number.isSafeInteger(figure) && figure >= 0, `quality.${name} is ${figure}`);
      holds(quality.clustersWithMap <= quality.clusters, "more clusters have a map than there are clusters");
      holds(quality.deadEnds <= count && quality.withoutDescription <= count, "more faults than nodes");
    },
  },
  {
    rule: "R3.5",
    name: "stats count the orphans they name, and an orphan has no neighbours",
    async check({ graph }) {
      const { mocs, orphans, quality } = await graph.stats();
      same(quality.orphans, orphans.length, "quality.orphans");
      same(
        (await graph.summaries([...mocs, ...orphans])).length,
        mocs.length + orphans.length,
        "how many of them are known",
      );
      same(await graph.neighbours(orphans), [], "neighbours of orphans");
    },
  },
  {
    rule: "R3.5",
    name: "a finding has a code, a severity, a file, a line and one line of message",
    async check({ graph }) {
      for (const { code, severity, file, line, message, fix } of await graph.findings()) {
        holds(/^[a-z]+(?:-[a-z]+)*$/u.test(code), `"${code}" is not a code`);
        holds(["error", "warning", "info"].includes(severity), `"${severity}" is not a severity`);
        holds(file !== "" && Number.isSafeInteger(line) && line >= 1, `${code} is at "${file}", line ${line}`);
        holds(message !== "" && !/\p{Cc}/u.test(message + file), `the message of ${code} is "${message}"`);
        holds(fix === undefined || fix !== "", `the fix of ${code} is empty`);
      }
    },
  },
];

function checkCounts(counts: readonly Count[], names: readonly string[], what: string): void {
  const expected = new Map<string, number>();
  for (const name of names) expected.set(name, (expected.get(name) ?? 0) + 1);
  const texts = [...expected].map(([name, count]) => `${name} ${count}`);
  sameSet(
    counts.map(({ name, count }) => `${name} ${count}`),
    texts,
    what,
  );
  const sorted = counts.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  same(counts, sorted, `the order of ${what}`);
}
