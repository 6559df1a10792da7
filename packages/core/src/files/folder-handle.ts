import { constants, fsyncSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { closeRead } from "./close-read.js";
import { isBelow } from "./contained-file.js";
import { escapesRoot } from "./contained-path.js";
import { systemCodeOf } from "./system-error.js";

/** A folder that was found to be below a root, and through which its entries are reached. */
export interface FolderHandle {
  /** Where an entry of it is, for a system call. Never through a link on the way. */
  entry(name: string): string;
  /** Sees to it that the names in it are on disk, where the system can. */
  flush(): void;
  close(): void;
}

const DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface FolderRequest {
  /** A real path. */
  readonly root: string;
  /** The names on the way down from it. */
  readonly parts: readonly string[];
  /** Make what is missing. */
  readonly create: boolean;
  /** Told of each folder that was made, by its names from the root. */
  readonly onMade?: ((parts: readonly string[]) => void) | undefined;
}

/**
 * Opens a folder below a root, one part after the other. On Linux each part is opened through the descriptor of the one before and
 * never through a link, so that nothing swapped in between can lead elsewhere. Throws what the system throws.
 */
export function openFolder(request: FolderRequest): FolderHandle {
  return hasDescriptors() ? openThroughDescriptors(request) : openByPath(request);
}

let descriptors: boolean | undefined;

/** Linux alone has a path for what is open, and not in every container. */
function hasDescriptors(): boolean {
  descriptors ??= process.platform === "linux" && tells();
  return descriptors;
}

function tells(): boolean {
  try {
    const descriptor = openSync("/", DIRECTORY);
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === "/";
    } finally {
      closeRead(descriptor);
    }
  } catch {
    return false;
  }
}

function openThroughDescriptors({ root, parts, create, onMade }: FolderRequest): FolderHandle {
  let descriptor = openSync(root, DIRECTORY);
  for (const [index, part] of parts.entries()) {
    const next = `/proc/self/fd/${descriptor}/${part}`;
    try {
      if (create && makeFolder(next)) onMade?.(parts.slice(0, index + 1));
      // Said before it is opened, for a better word; it is the flag that keeps links out.
      if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() === true)
        throw escapesRoot(parts.join("/"), "goes through a link");
      const below = openSync(next, DIRECTORY);
      closeRead(descriptor);
      descriptor = below;
    } catch (error) {
      closeRead(descriptor);
      throw error;
    }
  }
  return {
    flush: () => flush(descriptor),
    entry: (name) => `/proc/self/fd/${descriptor}/${name}`,
    close: () => closeRead(descriptor),
  };
}

/** Elsewhere every part is looked at before and the whole is resolved after. A swap in between could hide. */
export function openByPath({ root, parts, create, onMade }: FolderRequest): FolderHandle {
  let folder = root;
  for (const [index, part] of parts.entries()) {
    folder = join(folder, part);
    if (create && makeFolder(folder)) onMade?.(parts.slice(0, index + 1));
    if (lstatSync(folder).isSymbolicLink()) throw escapesRoot(parts.join("/"), "goes through a link");
  }
  const real = realpathSync.native(folder);
  if (real !== root && !isBelow(root, real)) throw escapesRoot(parts.join("/"), "leads out of the folder");
  return { flush: () => undefined, entry: (name) => join(real, name), close: () => undefined };
}

/** Whether it was not there before. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function flush(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems flush no folders.
  }
}
