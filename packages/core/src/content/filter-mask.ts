import type { Filter } from "../ports/content.js";

/** What a node is filtered by. */
export interface Filterable {
  readonly type: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly path: string;
}

/** A byte for each node: 1 where it passes the filter. Nothing where there is no filter. */
export type FilterMask = (filter: Filter) => Uint8Array | undefined;

/** Side by side, so that a filter need not decode every node again. A hole has no type. */
interface Columns {
  readonly types: readonly (string | undefined)[];
  readonly domains: readonly string[];
  readonly tags: readonly (readonly string[])[];
  readonly paths: readonly string[];
}

/** Filters numbered nodes. `at` gives nothing for a number that is not in use; each is asked for once, by the first filter. */
export function createFilterMask(size: number, at: (number: number) => Filterable | undefined): FilterMask {
  let made: Columns | undefined;
  return ({ type, domain, tag, path }) => {
    if (type === undefined && domain === undefined && tag === undefined && path === undefined) return undefined;
    made ??= columnsOf(size, at);
    const { types, domains, tags, paths } = made;
    const [wantedType, wantedDomain] = [type?.toLowerCase(), domain?.toLowerCase()];
    const hasTag = tag === undefined ? undefined : tagFilter(tag);
    const prefix = path?.replace(/^\.?\/+/u, "");
    const mask = new Uint8Array(size);
    for (let number = 0; number < size; number += 1) {
      const own = types[number];
      const passes =
        own !== undefined &&
        (wantedType === undefined || own === wantedType) &&
        (wantedDomain === undefined || domains[number] === wantedDomain) &&
        (hasTag === undefined || tags[number]!.some(hasTag)) &&
        (prefix === undefined || paths[number]!.startsWith(prefix));
      if (passes) mask[number] = 1;
    }
    return mask;
  };
}

/** A tag holds what is nested in it: `area` has `area/work`. */
function tagFilter(wanted: string): (tag: string) => boolean {
  const plain = wanted.toLowerCase().replace(/^#/u, "");
  const inner = `${plain}/`;
  return (tag) => tag === plain || tag.startsWith(inner);
}

function columnsOf(size: number, at: (number: number) => Filterable | undefined): Columns {
  const words = new Map<string, string>();
  // One string for all nodes that share a type, a domain or a tag.
  const shared = (word: string): string => {
    const lower = word.toLowerCase();
    const one = words.get(lower) ?? lower;
    words.set(lower, one);
    return one;
  };
  const nodes = Array.from({ length: size }, (_, number) => at(number));
  return {
    types: nodes.map((node) => (node === undefined ? undefined : shared(node.type))),
    domains: nodes.map((node) => shared(node?.domain ?? "")),
    tags: nodes.map((node) => node?.tags.map(shared) ?? []),
    paths: nodes.map((node) => node?.path ?? ""),
  };
}
