import type { Filter } from "../ports/content.js";
import type { Part } from "./combined-names.js";

/** A path in the whole begins with the name of its part: every result says which vault it is from. */
export function outerPath({ name }: Part, path: string): string {
  return `${name}/${path}`;
}

/** Filters as they read within each part. A path that names a part is of that part alone; one that names none is tried in each. */
export function createFilters(parts: readonly Part[]) {
  /** Nothing where no node of the part can pass. */
  return <Filtered extends Filter>(part: Part, filter: Filtered): Filtered | undefined => {
    const path = filter.path?.replace(/^\.?\/+/u, "");
    if (path === undefined) return filter;
    const named = parts.find(({ name }) => path === name || path.startsWith(`${name}/`));
    if (named === undefined) return filter;
    return named === part ? { ...filter, path: path.slice(part.name.length + 1) } : undefined;
  };
}
