import type { ReadOptions } from "./content.js";

/** Lines counted from 1, both included. Without an end, to the end of the file. */
export interface LineRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface FileText {
  readonly text: string;
  /** The lines that `text` holds; `to` is `from - 1` where it holds none. */
  readonly from: number;
  readonly to: number;
  /** How many lines the whole file has. */
  readonly lines: number;
}

export interface FileContent {
  readonly path: string;
  readonly text: string;
}

export interface FileEntry {
  readonly path: string;
  readonly bytes: number;
}

/**
 * A small place for text files, where a prompt puts what a model asked for and the model's tools find it.
 * Paths are relative, with `/` between their parts, and only such as every file system can hold (`portablePath`).
 */
export interface Filesystem {
  /** Throws `content-unreadable` where there is no such file. */
  read(path: string, options?: LineRange & ReadOptions): Promise<FileText>;
  /** Replaces or makes these files, and the folders on the way: all of them, or none. */
  write(files: readonly FileContent[], options?: ReadOptions): Promise<void>;
  /** Every file below a folder, however deep, sorted by path; without a folder, every file there is. */
  list(folder?: string, options?: ReadOptions): Promise<readonly FileEntry[]>;
  /** Whether there was such a file. */
  remove(path: string, options?: ReadOptions): Promise<boolean>;
}
