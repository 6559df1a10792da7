export interface Point {
  readonly x: number;
  readonly y: number;
}

const DIRECTIONS: ReadonlyMap<string, Point> = new Map([
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
]);

/** The candidate that lies best in the direction of an arrow key, as on the screen (y goes down); near ones first. */
export function toward<Candidate extends Point>(
  start: Point,
  key: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const direction = DIRECTIONS.get(key);
  if (direction === undefined) return undefined;
  let best: { readonly candidate: Candidate; readonly score: number } | undefined;
  for (const candidate of candidates) {
    const [dx, dy] = [candidate.x - start.x, candidate.y - start.y];
    const distance = Math.hypot(dx, dy);
    const along = (dx * direction.x + dy * direction.y) / (distance || 1);
    // More than about 75 degrees off the arrow is not that way.
    if (distance === 0 || along < 0.26) continue;
    const score = along / Math.sqrt(distance);
    if (best === undefined || score > best.score) best = { candidate, score };
  }
  return best?.candidate;
}
