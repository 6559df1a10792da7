/** The bytes of files that were read once and are needed again soon: opening a small file takes longer than what is done with it. */
export interface KeptFiles {
  /** Where a file of this size can be read to, so that nothing is copied to keep it. Good until the next is asked for, unless it is kept. */
  readonly room: (size: number) => Buffer;
  /** Keeps what was read into the room that was given last, or a copy of bytes from elsewhere, unless more would be kept than is allowed: then nothing is. Numbers ascend. */
  keep(number: number, bytes: Uint8Array): void;
  /** Gives a file's bytes, and keeps them no longer. */
  take(number: number): Buffer | undefined;
}

/** What a vault of 20,000 notes has. A larger one is read twice: memory is what it has least of. */
const MOST_BYTES = 64 * 2 ** 20;
/** Freed as a whole, when the last of its files was taken. */
const CHUNK_BYTES = 1 << 20;

export function createKeptFiles(mostBytes = MOST_BYTES): KeptFiles {
  /** By number: the chunk that holds the file, and from where to where. Numbers, since a view for each is much to look after. */
  let chunks: (Buffer | undefined)[] = [];
  let starts: number[] = [];
  let ends: number[] = [];
  let chunk = Buffer.alloc(0);
  let filled = 0;
  let total = 0;
  function room(size: number): Buffer {
    if (filled + size > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, size));
      filled = 0;
    }
    return chunk.subarray(filled, filled + size);
  }
  return {
    room,
    keep(number, bytes) {
      total += bytes.length;
      // Past the limit the same room serves file after file.
      if (total > mostBytes) {
        [chunks, starts, ends] = [[], [], []];
        filled = 0;
        return;
      }
      if (bytes.buffer !== chunk.buffer || bytes.byteOffset !== chunk.byteOffset + filled)
        room(bytes.length).set(bytes);
      chunks[number] = chunk;
      starts[number] = filled;
      filled += bytes.length;
      ends[number] = filled;
    },
    take(number) {
      const holder = chunks[number];
      chunks[number] = undefined;
      return holder?.subarray(starts[number], ends[number]);
    },
  };
}
