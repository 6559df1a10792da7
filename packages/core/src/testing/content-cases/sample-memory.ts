import { extractSections, outline } from "../../markdown/text/sections.js";
import type { MemoryNode, MemorySection } from "../memory-content.js";
import type { SampleNode } from "./sample-nodes.js";

/** Sample nodes as content in memory takes them. */
export function sampleInMemory(nodes: readonly SampleNode[]): readonly MemoryNode[] {
  const ids = new Map(nodes.map(({ name, type, key }) => [name, `${type}:${key}`]));
  return nodes.map(({ links, body, references: _, headings: __, ...node }) => ({
    ...node,
    id: ids.get(node.name)!,
    links: links.map(({ to, relation }) => ({ target: ids.get(to)!, relation })),
    sections: sectionsOf(body),
    body,
  }));
}

function sectionsOf(body: string): readonly MemorySection[] {
  const previews = extractSections(body);
  return outline(body).map(({ heading, depth, anchor, start, end }, at) => ({
    heading,
    depth,
    preview: previews[at]?.preview ?? "",
    anchor,
    text: body.slice(start, end),
  }));
}
