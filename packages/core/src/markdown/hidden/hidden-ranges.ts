/** Parts of a text that its reader does not see, in order: start and end of each, one after the other. */
export interface HiddenRanges {
  readonly offsets: readonly number[];
  /** Adds a part; what lies before the end of the last one is part of that. */
  add(start: number, end: number): void;
}

export function createHiddenRanges(): HiddenRanges {
  const offsets: number[] = [];
  return {
    offsets,
    add(start, end) {
      const from = Math.max(start, offsets.at(-1) ?? 0);
      if (from < end) offsets.push(from, end);
    },
  };
}
