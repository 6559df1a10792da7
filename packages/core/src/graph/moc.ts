import { type Adjacency, degree } from "./adjacency.js";

/** Links out of a note from which on it is taken for a map of content (R3.4). */
export const MAP_DEGREE = 10;

const MAP_NAME = /(?:^|[^\p{L}\p{N}])(?:index|overview|hub|map|maps|moc|mocs|readme|home)(?:$|[^\p{L}\p{N}])/iu;

export interface MapCandidate {
  readonly type: string;
  readonly name: string;
}

/** Whether a note is a map of content: it says so, it is called so, or it links like one (R3.4). */
export function isMapOfContent({ type, name }: MapCandidate, outDegree: number): boolean {
  return type.toLowerCase() === "moc" || MAP_NAME.test(name) || outDegree >= MAP_DEGREE;
}

/**
 * How good a node is to start from when nothing was asked: maps before others, then by links both ways.
 * Between 0 and 2; equal nodes keep the order of their numbers.
 */
export function standing({ out, in: into }: Adjacency, maps: Uint8Array): Float64Array {
  const scores = new Float64Array(maps.length);
  let most = 1;
  for (let node = 0; node < scores.length; node++) {
    scores[node] = Math.log1p(degree(out, node) + degree(into, node));
    most = Math.max(most, scores[node]!);
  }
  return scores.map((score, node) => (maps[node] === 1 ? 1 : 0) + score / most);
}
