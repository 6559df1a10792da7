import { type Adjacency, degree } from "./adjacency.js";

/** Links out of a note from which on it is taken for a map of content (R3.4). */
export const MAP_DEGREE = 10;

/** Called just so, or ending so ("Skills index"), or a map of something. A word inside a name means nothing: Home Depot is a shop. */
const MAP_NAME =
  /^(?:_?index|overview|hub|map|home|readme|moc)$|[\s_-](?:index|overview|hub|map|moc)$|^(?:map|index|overview) of /iu;

export interface MapCandidate {
  readonly type: string;
  /** Its name, and what its file is called. */
  readonly names: readonly string[];
}

/** Whether a note is a map of content: it says so, it is called so, or it links like one (R3.4). */
export function isMapOfContent({ type, names }: MapCandidate, outDegree: number): boolean {
  return type.toLowerCase() === "moc" || outDegree >= MAP_DEGREE || names.some(isMapName);
}

/** What such a name can end with, or has inside: most names are told apart by that alone. */
const MAY_BE_MAP = /[bcepwx]\s*$| of /i;

function isMapName(name: string): boolean {
  return MAY_BE_MAP.test(name) && MAP_NAME.test(name.trim());
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
