import { buildAdjacency, createRelevance, createSegmentBuilder, indexOf, type Relevance } from "@pd/core/search";
import type { SectionNodes } from "./section-nodes.js";

/** Searching a prompt's sections as notes are searched: by title, summary and text, and along the tree. */
export function sectionRelevance(nodes: SectionNodes): Relevance {
  const builder = createSegmentBuilder();
  const encoder = new TextEncoder();
  const from: number[] = [];
  const to: number[] = [];
  for (let number = 0; number < nodes.size; number += 1) {
    const { path, title, summary = "", parent } = nodes.section(number);
    builder.add({ names: [title, path], description: summary, tags: [], headings: [""] });
    builder.setBody(number, 0, encoder.encode(ownText(nodes, path)));
    const above = parent === undefined ? undefined : nodes.numberOfPath(parent);
    if (above === undefined) continue;
    from.push(above);
    to.push(number);
  }
  const adjacency = buildAdjacency(nodes.size, { from, to, kind: new Uint8Array(from.length) });
  return createRelevance({ index: indexOf(builder), adjacency, maps: new Uint8Array(nodes.size) });
}

/** A section that lacks a parameter is found by what is known of it; reading it tells what is missing. */
function ownText({ outline }: SectionNodes, path: string): string {
  try {
    return outline.ownText(path);
  } catch {
    return "";
  }
}
