/** The bytes of files that were read once and are needed again soon: opening a small file takes longer than what is done with it. */
export interface KeptFiles {
  /** Takes a copy, unless more would be kept than is allowed: then nothing is. Numbers ascend. */
  keep(number: number, bytes: Uint8Array): void;
  /** Gives a file's bytes, and keeps them no longer. */
  take(number: number): Buffer | undefined;
}

/** What a vault of 20,000 notes has. A larger one is read twice: memory is what it has least of. */
const MOST_BYTES = 64 * 2 ** 20;
/** Freed as a whole, when the last of its files was taken. */
const CHUNK_BYTES = 1 << 20;

export function createKeptFiles(mostBytes = MOST_BYTES): KeptFiles {
  let files: (Buffer | undefined)[] = [];
  let chunk = Buffer.alloc(0);
  let filled = 0;
  let total = 0;
  return {
    keep(number, bytes) {
      total += bytes.length;
      if (total > mostBytes) {
        files = [];
        chunk = Buffer.alloc(0);
        return;
      }
      if (filled + bytes.length > chunk.length) {
        chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes.length));
        filled = 0;
      }
      chunk.set(bytes, filled);
      files[number] = chunk.subarray(filled, filled + bytes.length);
      filled += bytes.length;
    },
    take(number) {
      const bytes = files[number];
      files[number] = undefined;
      return bytes;
    },
  };
}
