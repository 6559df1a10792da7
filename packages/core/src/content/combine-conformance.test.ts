import { describe, test } from "vitest";
import { contentCases } from "../testing/content-cases/content-cases.js";
import type { ContentFixture } from "../testing/content-cases/fixture.js";
import { sampleInMemory } from "../testing/content-cases/sample-memory.js";
import { generatedNodes, SAMPLE_NODES, type SampleNode } from "../testing/content-cases/sample-nodes.js";
import { createMemoryContent } from "../testing/memory-content.js";
import { vaultFixture } from "../vault/testing/vault-fixture.js";
import { combine } from "./combine.js";

/** Nodes with the same ids and other words. */
function reworded(nodes: readonly SampleNode[]): readonly SampleNode[] {
  return nodes.map((node) => {
    const { name, aliases, marker, links, headings, sections, body, path } = node;
    const other = (text: string) => `${text} 二`;
    const changed = marker === undefined ? {} : { marker: marker.replace("zq", "yq") };
    return {
      ...node,
      ...changed,
      name: other(name),
      aliases: aliases.map(other),
      path: `other/${path}`,
      references: aliases.map(other),
      links: links.map(({ to, relation }) => ({ to: other(to), relation })),
      headings: headings.map((heading) => (heading === name ? other(name) : heading)),
      sections: sections.map((section) => (section.marker === undefined ? section : { ...section, ...changed })),
      body: body.replace(`# ${name}`, `# ${other(name)}`).replace("zq", "yq"),
    };
  });
}

async function inMemory(...parts: readonly (readonly SampleNode[])[]): Promise<ContentFixture> {
  const contents = parts.map((nodes, number) => createMemoryContent(sampleInMemory(nodes), `part${number}`));
  return { content: combine("whole", contents), nodes: parts.flat() };
}

async function vaultAndMemory(): Promise<ContentFixture> {
  const { content, nodes, change, close } = await vaultFixture(SAMPLE_NODES);
  const others = reworded(generatedNodes(4));
  const whole = combine("whole", [createMemoryContent(sampleInMemory(others)), content]);
  return { content: whole, nodes: [...others, ...nodes], change: change!, close: close! };
}

describe.each([
  { title: "one content", make: () => inMemory(SAMPLE_NODES) },
  { title: "two contents", make: () => inMemory(generatedNodes(1), SAMPLE_NODES) },
  { title: "contents whose every id collides", make: () => inMemory(SAMPLE_NODES, reworded(SAMPLE_NODES)) },
  { title: "a vault and content in memory", make: vaultAndMemory },
])("$title combined:", ({ make }) => {
  for (const { rule, name, run } of contentCases(make)) test(`${rule}: ${name}`, run);
});
