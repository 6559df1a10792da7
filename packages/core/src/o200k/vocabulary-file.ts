const FILE = "o200k.bin";

/** What is needed of `node:fs`. */
interface Files {
  openSync(file: URL, flags: string): number;
  fstatSync(descriptor: number): { readonly size: number };
  readSync(descriptor: number, into: Uint8Array, at: number, length: number, position: number): number;
  closeSync(descriptor: number): void;
}

/**
 * The file that holds the vocabulary, read at once. Nothing where there is no file system, or no file. A bundle that is not an ES module
 * does not know where it is: it has another module in place of this one, by `fileBeside` of the tooling.
 */
export function readVocabularyFile(): Uint8Array | undefined {
  const files = typeof process === "object" ? process.getBuiltinModule?.("node:fs") : undefined;
  if (files === undefined) return undefined;
  // What is built lies beside the file, but for an entry in a folder of its own. A path that no bundler follows: it would take the
  // file along for browsers, which never read it.
  for (const folder of ["./", "../"]) {
    for (const isShared of [true, false]) {
      try {
        return readWhole(files, new URL(folder + FILE, import.meta.url), isShared);
      } catch {
        // It is not there, or may not be read, or not to shared memory: there is another way, another place, and the text.
      }
    }
  }
  return undefined;
}

/**
 * Shared memory is not weighed by the collector: it would begin a collection of all there is for megabytes that stay as long as the process, in the
 * middle of a short command.
 */
function readWhole(files: Files, file: URL, isShared: boolean): Uint8Array {
  const descriptor = files.openSync(file, "r");
  try {
    const { size } = files.fstatSync(descriptor);
    const bytes = new Uint8Array(isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
    let filled = 0;
    while (filled < size) {
      const read = files.readSync(descriptor, bytes, filled, size - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  } finally {
    files.closeSync(descriptor);
  }
}
