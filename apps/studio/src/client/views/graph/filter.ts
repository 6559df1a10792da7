import type { GraphData } from "../../state/graph-data.js";
import type { Sightings } from "../../state/sightings.js";

export interface Filter {
  readonly type?: string | undefined;
  readonly domain?: string | undefined;
  readonly tag?: string | undefined;
  /** Only what the session has to do with. */
  readonly onlySeen?: boolean;
}

/** Which nodes pass, by their place. */
export function passing({ columns, size, indexOf }: GraphData, filter: Filter, sightings: Sightings): Uint8Array {
  const { types, typeNames, domains, domainNames, tags, tagNames } = columns;
  const type = filter.type === undefined ? undefined : typeNames.indexOf(filter.type);
  const domain = filter.domain === undefined ? undefined : domainNames.indexOf(filter.domain);
  const tag = filter.tag === undefined ? undefined : tagNames.indexOf(filter.tag);
  const seen = new Set([...sightings.keys()].map(indexOf));
  return Uint8Array.from({ length: size }, (_, index) => {
    const isPassing =
      (type === undefined || types[index] === type) &&
      (domain === undefined || domains[index] === domain) &&
      (tag === undefined || tags[index]?.includes(tag) === true) &&
      (filter.onlySeen !== true || seen.has(index));
    return isPassing ? 1 : 0;
  });
}
