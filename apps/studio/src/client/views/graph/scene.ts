import type { GraphData } from "../../state/graph-data.js";
import type { Sighting, Sightings } from "../../state/sightings.js";
import type { Palette } from "./palette.js";

/** What is to be seen, beside the graph itself. */
export interface Scene {
  readonly sightings: Sightings;
  readonly passing: Uint8Array;
  readonly selected: number | undefined;
  /** Of a large graph only the links that matter now are drawn, unless all are asked for. */
  readonly allLinks: boolean;
}

/** The same by the places of nodes, as drawing asks for it. */
export interface PlacedScene {
  readonly passing: Uint8Array;
  readonly selected: number | undefined;
  readonly allLinks: boolean;
  /** What is marked. */
  readonly seen: ReadonlyMap<number, Sighting>;
  readonly near: ReadonlySet<number>;
}

/** Whoever has more neighbours than this has its names in the panel. */
const NAMED_NEIGHBOURS = 60;

export function placedScene(graph: GraphData, { sightings, passing, selected, allLinks }: Scene): PlacedScene {
  const neighbours = selected === undefined ? [] : graph.neighbours(selected);
  return {
    passing,
    selected,
    allLinks,
    seen: byPlace(graph, sightings),
    near: new Set(neighbours.slice(0, NAMED_NEIGHBOURS).map(({ index }) => index)),
  };
}

/** A section that was shown marks its note. */
function byPlace(graph: GraphData, sightings: Sightings): ReadonlyMap<number, Sighting> {
  const found = new Map<number, Sighting>();
  for (const sighting of sightings.values()) {
    const index = graph.indexOf(sighting.id);
    if (index === undefined) continue;
    const before = found.get(index);
    if (before === undefined || (sighting.level ?? -1) > (before.level ?? -1)) found.set(index, sighting);
  }
  return found;
}

export interface LookOptions {
  readonly index: number;
  /** By its links alone. */
  readonly size: number;
  readonly colours: Palette;
  /** Names of what was opened are always there, unless they would cover each other. */
  readonly isRoomy: boolean;
}

/** How a node is drawn: what the session knows of it is larger, and above the rest. */
export function nodeLook({ passing, selected, seen, near }: PlacedScene, options: LookOptions) {
  const { index, size, colours, isRoomy } = options;
  if (passing[index] !== 1) return { hidden: true };
  const isNamed = index === selected || near.has(index);
  const { level, omitted } = seen.get(index) ?? {};
  if (level === undefined) {
    return omitted === "budget"
      ? { color: colours.card, size: Math.max(size, 6), zIndex: 2, forceLabel: isNamed }
      : { color: colours.unseen, size, zIndex: 0, forceLabel: isNamed };
  }
  return {
    color: colours.levels[level] ?? colours.unseen,
    size: Math.max(size, 7 + level * 0.6),
    zIndex: level >= 3 ? 3 : 2,
    forceLabel: isNamed || (level >= 3 && isRoomy),
  };
}

/** How a link is drawn. Those of the selected node stand out; beside them, in a large graph, those between known nodes. */
export function edgeLook({ selected, seen, allLinks }: PlacedScene, ends: readonly [number, number], colours: Palette) {
  if (ends.includes(selected ?? -1)) return { color: colours.edgeStrong, zIndex: 1 };
  const isShown = allLinks || ends.every((end) => seen.get(end)?.level !== undefined);
  return isShown ? { color: colours.edge, zIndex: 0 } : { hidden: true };
}
