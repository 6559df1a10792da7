import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { systemCodeOf } from "../../files/system-error.js";
import type { WalkedFolder } from "../load/walk.js";

export interface WatchOptions {
  readonly root: string;
  /** Called when something may have changed, not more often than once in the pause. */
  readonly onChange: () => void;
  /** Called once, when the system's watches ran out and polling begins. */
  readonly onDegraded: (reason: string, pollMilliseconds: number) => void;
  /** How long it must be quiet before a change is passed on. */
  readonly pauseMilliseconds?: number;
  /** How long it is waited for quiet at the most: something may be written to all the time. */
  readonly patienceMilliseconds?: number;
  readonly pollMilliseconds?: number;
  /** The system's watch, or what stands in for it. */
  readonly watchFolder?: WatchFolder;
}

export type WatchFolder = (path: string, onChange: () => void) => Pick<FSWatcher, "close" | "on">;

export interface FolderWatch {
  /** Watches these folders and no others. */
  follow(folders: readonly WalkedFolder[]): void;
  close(): void;
}

interface Watched {
  readonly watcher: ReturnType<WatchFolder>;
  /** A folder that was deleted and made again is another one: its old watch is silent. */
  readonly identity: string;
}

/** The folder is gone, or not ours to look into: that says nothing of watching as such. */
const OF_THIS_FOLDER = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);

const watchBySystem: WatchFolder = (path, onChange) => watch(path, { persistent: false }, onChange);

/** Watches each folder of a vault. Where the system has no more watches to give, it looks every few seconds instead, and says so. */
export function watchFolders(options: WatchOptions): FolderWatch {
  const { root, onChange, onDegraded, watchFolder = watchBySystem } = options;
  const { pauseMilliseconds = 60, patienceMilliseconds = 1000, pollMilliseconds = 3000 } = options;
  const watched = new Map<string, Watched>();
  let closed = false;
  let pause: NodeJS.Timeout | undefined;
  let waitingSince: number | undefined;
  let polling: NodeJS.Timeout | undefined;

  function changed(): void {
    if (closed) return;
    waitingSince ??= performance.now();
    const patience = waitingSince + patienceMilliseconds - performance.now();
    callAfter(Math.max(0, Math.min(pauseMilliseconds, patience)));
  }

  function callAfter(milliseconds: number): void {
    clearTimeout(pause);
    pause = setTimeout(() => {
      waitingSince = undefined;
      onChange();
    }, milliseconds);
    pause.unref();
  }

  function closeAll(): void {
    for (const { watcher } of watched.values()) watcher.close();
    watched.clear();
  }

  function degrade(reason: string): void {
    if (polling !== undefined || closed) return;
    closeAll();
    polling = setInterval(onChange, pollMilliseconds);
    polling.unref();
    onDegraded(reason, pollMilliseconds);
  }

  function add(path: string): void {
    const full = join(root, path);
    try {
      const identity = identityOf(full);
      const watcher = watchFolder(full, changed);
      watcher.on("error", (error: unknown) => {
        watched.delete(path);
        watcher.close();
        const code = systemCodeOf(error) ?? "unknown";
        if (!OF_THIS_FOLDER.has(code)) degrade(code);
        changed();
      });
      watched.set(path, { watcher, identity });
    } catch (error) {
      const code = systemCodeOf(error) ?? "unknown";
      if (!OF_THIS_FOLDER.has(code)) degrade(code);
      // Nothing above the vault is watched, so nothing would tell that it is back.
      else if (path === "") callAfter(pollMilliseconds);
    }
  }

  return {
    follow(folders) {
      if (closed || polling !== undefined) return;
      const wanted = new Set(folders.map(({ path }) => path));
      for (const [path, { watcher, identity }] of watched) {
        if (wanted.has(path) && identityOf(join(root, path)) === identity) continue;
        watcher.close();
        watched.delete(path);
      }
      const before = watched.size;
      for (const path of wanted) if (polling === undefined && !watched.has(path)) add(path);
      // What changed in a folder after it was listed and before it was watched would be missed.
      if (watched.size > before) changed();
    },
    close() {
      closed = true;
      clearTimeout(pause);
      clearInterval(polling);
      closeAll();
    },
  };
}

/** The number of a folder that was deleted is soon given to another. */
function identityOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.ino} ${stats.birthtimeMs}`;
}
