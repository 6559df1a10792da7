import { type Adjacency, degree } from "./adjacency.js";

/** Notes that a map of content leads to at the least, where only its shape tells that it is one (R3.4). */
export const MAP_LINKS = 5;

export interface MapCandidate {
  readonly type: string;
  /** Most of its body is links. */
  readonly isMostlyLinks: boolean;
  /** How many other notes it links to. */
  readonly links: number;
}

/** Whether a note is a map of content: it says so, or it has the shape of one. Neither a name nor a number of links alone makes a map (R3.4). */
export function isMapOfContent({ type, isMostlyLinks, links }: MapCandidate): boolean {
  return type.toLowerCase() === MAP_TYPE || (isMostlyLinks && links >= MAP_LINKS);
}

/** The type of a map of content, declared or found by its shape. */
export const MAP_TYPE = "moc";

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
