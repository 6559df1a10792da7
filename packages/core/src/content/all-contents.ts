import type { Content } from "../ports/content.js";
import { combine } from "./combine.js";

/** Under this `graphId` everything that is mounted is one graph, at every door. */
export const ALL_GRAPHS = "all";

/** Finds contents by `graphId`: each by its own, the first where none is given, all of them as one under "all" unless one is called so. */
export function findContent(
  contents: ReadonlyMap<string, Content>,
): (graphId: string | undefined) => Content | undefined {
  let together: Content | undefined;
  function all(): Content | undefined {
    const [first, ...others] = contents.values();
    if (others.length === 0) return first;
    together ??= combine(ALL_GRAPHS, [...contents.values()]);
    return together;
  }
  return (graphId) => {
    if (graphId === undefined) return contents.values().next().value;
    return contents.get(graphId) ?? (graphId === ALL_GRAPHS ? all() : undefined);
  };
}

/** What `graphId` can be, in the order of the contents. */
export function graphIds(contents: ReadonlyMap<string, Content>): readonly string[] {
  return contents.size < 2 ? [...contents.keys()] : [...new Set([...contents.keys(), ALL_GRAPHS])];
}
