import { type NodeId, noteOf, type Relation } from "@pd/core";
import type { GraphColumns } from "../../wire.js";

/** A node by its place, put together. */
export interface GraphNode {
  readonly index: number;
  readonly id: NodeId;
  readonly name: string;
  readonly type: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly tokens: number;
}

export interface Neighbour {
  readonly index: number;
  readonly relation: Relation;
  readonly direction: "to" | "from";
}

export interface GraphData {
  readonly graphId: string;
  readonly size: number;
  /** What all texts together cost: what loading everything would have cost. */
  readonly tokensOfAll: number;
  readonly columns: GraphColumns;
  indexOf(id: string): number | undefined;
  node(index: number): GraphNode;
  /** By id; that of a section or a passage finds its note. */
  find(id: string): GraphNode | undefined;
  neighbours(index: number): readonly Neighbour[];
  degree(index: number): number;
}

export function graphData(columns: GraphColumns): GraphData {
  const places = new Map<string, number>(columns.ids.map((id, index) => [id, index]));
  const adjacent = adjacency(columns);
  const indexOf = (id: string) => places.get(id) ?? places.get(noteOf(id as NodeId));
  function node(index: number): GraphNode {
    return {
      index,
      id: columns.ids[index]!,
      name: columns.names[index] ?? "",
      type: columns.typeNames[columns.types[index] ?? 0] ?? "",
      domain: columns.domainNames[columns.domains[index] ?? 0] ?? "",
      tags: (columns.tags[index] ?? []).map((tag) => columns.tagNames[tag] ?? ""),
      tokens: columns.tokens[index] ?? 0,
    };
  }
  return {
    graphId: columns.graphId,
    size: columns.ids.length,
    tokensOfAll: columns.tokens.reduce((sum, tokens) => sum + tokens, 0),
    columns,
    indexOf,
    node,
    find(id) {
      const index = indexOf(id);
      return index === undefined ? undefined : node(index);
    },
    neighbours: (index) => adjacent(index),
    degree: (index) => adjacent(index).length,
  };
}

function adjacency({ from, to, relations, relationNames }: GraphColumns): (index: number) => readonly Neighbour[] {
  const lists = new Map<number, Neighbour[]>();
  const add = (index: number, neighbour: Neighbour) => {
    const list = lists.get(index);
    if (list === undefined) lists.set(index, [neighbour]);
    else list.push(neighbour);
  };
  for (const [edge, source] of from.entries()) {
    const target = to[edge];
    const relation = relationNames[relations[edge] ?? 0];
    if (target === undefined || relation === undefined) continue;
    add(source, { index: target, relation, direction: "to" });
    add(target, { index: source, relation, direction: "from" });
  }
  const none: readonly Neighbour[] = [];
  return (index) => lists.get(index) ?? none;
}
