import type { Held } from "./servers.js";

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

export interface Growth {
  /** Of the last quarter against the second: the first is for warming up. */
  readonly memory: number;
  readonly descriptors: number;
  /** Of the descriptors, those that are no connections. */
  readonly files: number;
}

export function growthOf(held: readonly Held[]): Growth {
  const quarter = Math.floor(held.length / 4);
  const [second, last] = [held.slice(quarter, 2 * quarter), held.slice(-quarter)];
  const megabytes = ({ megabytes }: Held) => megabytes;
  const descriptors = ({ descriptors }: Held) => descriptors;
  const files = ({ descriptors, connections }: Held) => descriptors - connections;
  return {
    memory: median(last.map(megabytes)) / median(second.map(megabytes)),
    descriptors: median(last.map(descriptors)) - median(second.map(descriptors)),
    files: median(last.map(files)) - median(second.map(files)),
  };
}
