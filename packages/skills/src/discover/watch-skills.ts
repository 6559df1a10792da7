import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import { systemCodeOf } from "@pd/core/files";

export interface SkillWatchOptions {
  /** Called when something may have changed, once it has been quiet for a moment. */
  readonly onChange: () => void;
  readonly onFailed: (folder: string, reason: string) => void;
  readonly pauseMilliseconds?: number;
  readonly pollMilliseconds?: number;
}

export interface SkillWatch {
  /** Watches these folders and no others. One that does not exist yet is waited for in the nearest folder above it that does. */
  follow(folders: Iterable<string>): void;
  close(): void;
}

/** What systems give one process without being asked; beyond it, it is looked every few seconds. */
const MOST_WATCHES = 4096;

export function watchSkills(options: SkillWatchOptions): SkillWatch {
  const { onChange, onFailed, pauseMilliseconds = 60, pollMilliseconds = 3000 } = options;
  const watched = new Map<string, FSWatcher>();
  let pause: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let closed = false;

  function changed(): void {
    clearTimeout(pause);
    if (closed) return;
    pause = setTimeout(onChange, pauseMilliseconds);
    pause.unref();
  }

  function poll(folder: string, reason: string): void {
    if (polling !== undefined || closed) return;
    polling = setInterval(onChange, pollMilliseconds);
    polling.unref();
    onFailed(folder, `${reason}; it is looked at every ${pollMilliseconds} ms`);
  }

  function drop(folder: string): void {
    watched.get(folder)?.close();
    watched.delete(folder);
  }

  function add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, changed);
      watcher.on("error", () => {
        // A folder that is gone says so once; whether it is back is seen from the one above.
        drop(folder);
        changed();
      });
      watched.set(folder, watcher);
    } catch (error) {
      const code = systemCodeOf(error) ?? "unknown";
      if (!["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(code)) poll(folder, code);
    }
  }

  return {
    follow(folders) {
      if (closed) return;
      const wanted = new Set<string>();
      for (const folder of folders) wanted.add(nearestExisting(folder));
      for (const folder of watched.keys()) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) {
        if (watched.has(folder)) continue;
        if (watched.size >= MOST_WATCHES) {
          poll(folder, "there are more folders than can be watched");
          break;
        }
        add(folder);
      }
    },
    close() {
      closed = true;
      clearTimeout(pause);
      clearInterval(polling);
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}

function nearestExisting(folder: string): string {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  return existing;
}
