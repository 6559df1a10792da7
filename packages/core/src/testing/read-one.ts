import { readValue } from "../content/read-each.js";
import type { NodeId, SectionPreview } from "../model/node.js";
import type { Graph, Links, LinksRequest, NodeSource, ReadOptions } from "../ports/content.js";

// The ports are asked for many at once; most checks are about one.

export async function resolveOne(graph: Graph, reference: string, options?: ReadOptions): Promise<NodeId | undefined> {
  return (await graph.resolve([reference], options))[0];
}

export async function readLinks(
  source: NodeSource,
  id: NodeId,
  { signal, ...request }: Omit<LinksRequest, "id"> & ReadOptions = {},
): Promise<Links> {
  return readValue((await source.links([{ id, ...request }], { signal }))[0]!);
}

export async function readSections(
  source: NodeSource,
  id: NodeId,
  { signal, bare }: { readonly bare?: boolean } & ReadOptions = {},
): Promise<readonly SectionPreview[]> {
  return readValue((await source.sections([{ id, bare }], { signal }))[0]!);
}

export async function readContent(
  source: NodeSource,
  id: NodeId,
  { signal, argument }: { readonly argument?: string | undefined } & ReadOptions = {},
): Promise<string> {
  return readValue((await source.content([{ id, argument }], { signal }))[0]!);
}
