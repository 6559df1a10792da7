import { resolveOne } from "../read-one.js";
import { holds, same } from "./check.js";
import type { ContentCase, ContentCheck, ContentFixture, OpenedFixture, PlacedNode } from "./fixture.js";
import { NAMING_CHECKS } from "./naming-checks.js";
import { PAGE_CHECKS } from "./page-checks.js";
import { READING_CHECKS } from "./reading-checks.js";
import { SEARCH_CHECKS } from "./search-checks.js";
import { STATS_CHECKS } from "./stats-checks.js";
import { VERSION_CHECKS } from "./version-checks.js";

const CHECKS: readonly ContentCheck[] = [
  ...NAMING_CHECKS,
  ...PAGE_CHECKS,
  ...SEARCH_CHECKS,
  ...READING_CHECKS,
  ...STATS_CHECKS,
  ...VERSION_CHECKS,
];

/**
 * Everything that `Content`, `Reading`, `Graph` and `NodeSource` promise, as cases for any test runner. The fixture is made anew for each
 * case. A content that can be made from any nodes is made from `SAMPLE_NODES`, and from `generatedNodes` of some seeds; another brings
 * its own nodes and says what is in them.
 */
export function contentCases(fixture: () => Promise<ContentFixture>): readonly ContentCase[] {
  return CHECKS.map(({ rule, name, check }) => ({
    rule,
    name,
    async run() {
      const made = await fixture();
      try {
        const opened = await opening(made);
        await check(opened);
        opened.reading.release();
      } finally {
        await made.close?.();
      }
    },
  }));
}

async function opening(fixture: ContentFixture): Promise<OpenedFixture> {
  const { content } = fixture;
  const reading = await content.open();
  const { graph, source } = reading;
  const nodes: PlacedNode[] = [];
  for (const node of fixture.nodes) {
    const id = await resolveOne(graph, node.name);
    holds(id !== undefined, `resolve("${node.name}") gives nothing`);
    nodes.push({ ...node, id });
  }
  same(new Set(nodes.map(({ id }) => id)).size, nodes.length, "how many ids the nodes have");
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const called = (name: string) => {
    const node = byName.get(name);
    holds(node !== undefined, `the description of the fixture has no node "${name}"`);
    return node;
  };
  return { fixture, content, reading, graph, source, nodes, called };
}
