/** Numbers of 32 bits, one behind the other: an array of objects would take several times their memory while an index is made. */
export interface GrowingWords {
  readonly length: number;
  push(value: number): void;
  append(values: Uint32Array): void;
  at(index: number): number;
  /** A copy from one place to another. */
  slice(start?: number, end?: number): Uint32Array<ArrayBuffer>;
  /** What is there now, without a copy. Good until more is added. */
  view(start: number, end: number): Uint32Array;
}

export function createGrowingWords(): GrowingWords {
  let words = new Uint32Array(1024);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= words.length) return;
    const larger = new Uint32Array(Math.max(Math.ceil(words.length * 1.5), length + more));
    larger.set(words);
    words = larger;
  }

  return {
    get length() {
      return length;
    },
    push(value) {
      reserve(1);
      words[length++] = value;
    },
    append(values) {
      reserve(values.length);
      words.set(values, length);
      length += values.length;
    },
    at: (index) => words[index]!,
    slice: (start = 0, end = length) => words.slice(start, end),
    view: (start, end) => words.subarray(start, end),
  };
}
