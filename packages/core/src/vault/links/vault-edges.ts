import { type NodeId, RELATIONS, type Relation } from "../../model/node.js";
import type { Edge } from "../../ports/content.js";
import { extentOf, sectionIdOf, sectionNamed, type VaultNode, vaultNode } from "../read/vault-node.js";
import type { VaultState } from "../vault-state.js";

/** The links of a node, both ways. A section has those in its own text and those that name it; where it has none, its note's. */
export function edgesOf(state: VaultState, id: NodeId): readonly Edge[] {
  const place = vaultNode(state, id);
  if (place === undefined) return [];
  const { number, section } = place;
  const own =
    place.passages !== undefined
      ? id
      : section === undefined
        ? state.ids.of(number)
        : sectionIdOf(state, number, section);
  const inside = section === undefined && place.passages === undefined ? [] : sectionEdges(state, place, own);
  return inside.length > 0 ? inside : noteEdges(state, number, own);
}

function noteEdges({ ids, adjacency }: VaultState, number: number, own: NodeId): readonly Edge[] {
  const edges: Edge[] = [];
  const { out, in: into } = adjacency;
  for (let at = out.starts[number]!; at < out.starts[number + 1]!; at += 1)
    edges.push({ from: own, to: ids.of(out.targets[at]!), relation: RELATIONS[out.kinds[at]!] ?? "references" });
  for (let at = into.starts[number]!; at < into.starts[number + 1]!; at += 1)
    edges.push({ from: ids.of(into.targets[at]!), to: own, relation: RELATIONS[into.kinds[at]!] ?? "references" });
  return edges;
}

function sectionEdges(state: VaultState, place: VaultNode, own: NodeId): readonly Edge[] {
  const { number, note } = place;
  const { ids, notes, links, maps, adjacency } = state;
  const [from, to] = extentOf(place, notes.stamp(number).size);
  const edges: Edge[] = [];
  const kindOf = (source: number, relation: Relation) =>
    relation === "references" && maps[source] === 1 ? "clusters" : relation;
  for (const [index, { form, start, relation }] of notes.links(number).entries()) {
    const target = links.targets[links.starts[number]! + index]!;
    if (form === "declared" || start < from || start >= to || target < 0 || target === number) continue;
    edges.push({ from: own, to: ids.of(target), relation: kindOf(number, relation) });
  }
  const { starts, targets } = adjacency.in;
  for (const source of new Set(targets.subarray(starts[number], starts[number + 1]))) {
    for (const [index, { anchor, relation }] of notes.links(source).entries()) {
      if (anchor === "" || links.targets[links.starts[source]! + index] !== number) continue;
      const named = note.sections[sectionNamed(state, number, anchor)];
      if (named !== undefined && named.start >= from && named.start < to)
        edges.push({ from: ids.of(source), to: own, relation: kindOf(source, relation) });
    }
  }
  return edges;
}
