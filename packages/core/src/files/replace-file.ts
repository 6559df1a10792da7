import { renameSync } from "node:fs";
import { systemCodeOf } from "./system-error.js";

const IN_USE: ReadonlySet<unknown> = new Set(["EPERM", "EACCES", "EBUSY"]);
const TRIES = 20;
const PAUSE_MILLISECONDS = 15;

export interface ReplaceOptions {
  readonly platform?: NodeJS.Platform;
  readonly rename?: (from: string, to: string) => void;
  readonly pause?: () => void;
}

/**
 * Renames a file over another. Windows refuses that while another process has the old file open, a virus scanner or a second pd that reads it:
 * there it is tried again for a moment. Elsewhere a refusal is one.
 */
export function replaceFile(from: string, to: string, options: ReplaceOptions = {}): void {
  const { platform = process.platform, rename = renameSync, pause = sleep } = options;
  const tries = platform === "win32" ? TRIES : 1;
  for (let left = tries; ; left -= 1) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (left <= 1 || !IN_USE.has(systemCodeOf(error))) throw error;
      pause();
    }
  }
}

function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
}
