import {
  at4,
  EDGE_KINDS,
  EDGE_SOURCES,
  EDGE_TARGETS,
  IN_KINDS,
  IN_STARTS,
  IN_TARGETS,
  lengthOf,
  OUT_KINDS,
  OUT_STARTS,
  OUT_TARGETS,
  reset,
  take,
} from "./lists";

const RELATIONS: i32 = 5;

/** Makes lists of neighbours of the edges, both ways, as `buildAdjacency` does: sorted, and each once. */
export function joinEdges(notes: i32): void {
  const edges = <i32>(lengthOf(EDGE_SOURCES) >>> 2);
  const one = take((<usize>edges) << 2);
  const other = take((<usize>edges) << 2);
  const places = take((<usize>(max(notes, RELATIONS) + 2)) << 2);
  for (let edge = 0; edge < edges; edge++) store<i32>(one + ((<usize>edge) << 2), edge);
  sort(one, other, edges, EDGE_KINDS, places, RELATIONS);
  sort(other, one, edges, EDGE_TARGETS, places, notes);
  sort(one, other, edges, EDGE_SOURCES, places, notes);
  const once = withoutRepeats(other, edges);
  write(other, once, EDGE_SOURCES, EDGE_TARGETS, notes, OUT_STARTS, OUT_TARGETS, OUT_KINDS);
  sort(other, one, once, EDGE_TARGETS, places, notes);
  write(one, once, EDGE_TARGETS, EDGE_SOURCES, notes, IN_STARTS, IN_TARGETS, IN_KINDS);
}

function edgeAt(edges: usize, index: i32): i32 {
  return load<i32>(edges + ((<usize>index) << 2));
}

/** By a column, those of the same value as they stood. */
function sort(from: usize, to: usize, count: i32, column: usize, places: usize, values: i32): void {
  memory.fill(places, 0, (<usize>(values + 2)) << 2);
  for (let at = 0; at < count; at++) {
    const place = places + ((<usize>(at4(column, edgeAt(from, at)) + 1)) << 2);
    store<i32>(place, load<i32>(place) + 1);
  }
  for (let value = 1; value <= values; value++) {
    const place = places + ((<usize>value) << 2);
    store<i32>(place, load<i32>(place) + load<i32>(place - 4));
  }
  for (let at = 0; at < count; at++) {
    const edge = edgeAt(from, at);
    const place = places + ((<usize>at4(column, edge)) << 2);
    const next = load<i32>(place);
    store<i32>(to + ((<usize>next) << 2), edge);
    store<i32>(place, next + 1);
  }
}

function withoutRepeats(edges: usize, count: i32): i32 {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const edge = edgeAt(edges, at);
    if (kept > 0 && isSameEdge(edge, edgeAt(edges, kept - 1))) continue;
    store<i32>(edges + ((<usize>kept) << 2), edge);
    kept++;
  }
  return kept;
}

function isSameEdge(one: i32, other: i32): bool {
  return (
    at4(EDGE_SOURCES, one) === at4(EDGE_SOURCES, other) &&
    at4(EDGE_TARGETS, one) === at4(EDGE_TARGETS, other) &&
    at4(EDGE_KINDS, one) === at4(EDGE_KINDS, other)
  );
}

function write(
  edges: usize,
  count: i32,
  near: usize,
  far: usize,
  notes: i32,
  starts: usize,
  targets: usize,
  kinds: usize,
): void {
  const start = reset(starts, (<u32>(notes + 1)) << 2);
  const target = reset(targets, (<u32>count) << 2);
  const kind = reset(kinds, <u32>count);
  for (let at = 0; at < count; at++) {
    const edge = edgeAt(edges, at);
    const place = start + ((<usize>(at4(near, edge) + 1)) << 2);
    store<i32>(place, load<i32>(place) + 1);
    store<i32>(target + ((<usize>at) << 2), at4(far, edge));
    store<u8>(kind + at, at4(EDGE_KINDS, edge));
  }
  for (let note = 1; note <= notes; note++) {
    const place = start + ((<usize>note) << 2);
    store<i32>(place, load<i32>(place) + load<i32>(place - 4));
  }
}
