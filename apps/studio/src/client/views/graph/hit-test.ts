/** Nodes as circles, all in one unit. */
export interface Circles {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
}

export interface Aim {
  readonly x: number;
  readonly y: number;
  /** How far beside a circle still counts: nobody hits a dot of three pixels. */
  readonly slack: number;
}

/** The circle that holds the point; where several do, the one whose edge is farthest away. */
export function hit({ x, y, radius }: Circles, aim: Aim): number | undefined {
  let best: number | undefined;
  let deepest = -aim.slack;
  for (let index = 0; index < x.length; index += 1) {
    const reach = radius[index]!;
    const [across, down] = [x[index]! - aim.x, y[index]! - aim.y];
    const farthest = reach + aim.slack;
    if (across > farthest || across < -farthest || down > farthest || down < -farthest) continue;
    const depth = reach - Math.hypot(across, down);
    if (depth >= deepest) [best, deepest] = [index, depth];
  }
  return best;
}
