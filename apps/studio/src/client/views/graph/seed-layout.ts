import type { GraphColumns } from "../../../wire.js";

/** Positions as sigma and the layout take them: x and y of each node, by its place. */
export interface Positions {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Where everything begins: each domain a disc of its own, its most linked nodes in the middle. The same graph gives the
 * same picture, since nothing here is random.
 */
export function seedLayout({ domains, domainNames, from, to }: GraphColumns): Positions {
  const size = domains.length;
  const degrees = new Uint32Array(size);
  for (const end of [from, to]) for (const index of end) degrees[index] = (degrees[index] ?? 0) + 1;
  const members = domainNames.map(() => [] as number[]);
  for (const [index, domain] of domains.entries()) members[domain]?.push(index);
  const discs = members
    .map((list, domain) => ({ list, domain, radius: Math.sqrt(list.length) }))
    .sort((a, b) => b.list.length - a.list.length || a.domain - b.domain);
  const positions = { x: new Float64Array(size), y: new Float64Array(size) };
  const spread = Math.sqrt(size) * 0.9;
  for (const [place, { list, radius }] of discs.entries()) {
    // The largest in the middle, the others around it like seeds of a sunflower.
    const distance = place === 0 ? 0 : spread * (0.9 + 0.55 * Math.sqrt(place / discs.length)) + radius * 0.3;
    const [centreX, centreY] = [distance * Math.cos(place * GOLDEN_ANGLE), distance * Math.sin(place * GOLDEN_ANGLE)];
    list.sort((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0) || a - b);
    for (const [order, index] of list.entries()) {
      const from = Math.sqrt(order + 0.5) * 0.95;
      positions.x[index] = centreX + from * Math.cos(order * GOLDEN_ANGLE);
      positions.y[index] = centreY + from * Math.sin(order * GOLDEN_ANGLE);
    }
  }
  return positions;
}
