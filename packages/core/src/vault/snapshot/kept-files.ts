/** The bytes of files that were read once and are needed again soon: opening a small file takes longer than what is done with it. */
export interface KeptFiles {
  /** Where a file of this size can be read to, so that nothing is copied to keep it. Good until `recycle`, and longer if it is kept. */
  readonly room: (size: number) => Buffer;
  /** Keeps what was read into a room, or a copy of bytes from elsewhere, unless more would be kept than is allowed: then nothing is. Numbers ascend. */
  keep(number: number, bytes: Uint8Array): void;
  /** What was read and is not kept is no longer needed. */
  recycle(): void;
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
  let before = chunk;
  let filled = 0;
  let total = 0;
  let full = false;

  function room(size: number): Buffer {
    if (filled + size > chunk.length) {
      before = chunk;
      chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, size));
      filled = 0;
    }
    filled += size;
    return chunk.subarray(filled - size, filled);
  }

  function holderOf(bytes: Uint8Array): Buffer | undefined {
    if (bytes.buffer === chunk.buffer) return chunk;
    return bytes.buffer === before.buffer ? before : undefined;
  }

  return {
    room,
    keep(number, bytes) {
      if (full) return;
      total += bytes.length;
      if (total > mostBytes) {
        full = true;
        [chunks, starts, ends] = [[], [], []];
        return;
      }
      let holder = holderOf(bytes);
      let start = filled;
      if (holder !== undefined) start = bytes.byteOffset - holder.byteOffset;
      else {
        const copy = room(bytes.length);
        copy.set(bytes);
        holder = chunk;
        start = filled - bytes.length;
      }
      chunks[number] = holder;
      starts[number] = start;
      ends[number] = start + bytes.length;
    },
    recycle() {
      if (full) filled = 0;
    },
    take(number) {
      const holder = chunks[number];
      chunks[number] = undefined;
      return holder?.subarray(starts[number], ends[number]);
    },
  };
}
