import { thousands } from "../render/figures.js";
import type { Io } from "./io.js";
import type { Screen } from "./screen.js";

/** Says on a terminal how far long work has got. Silent elsewhere, and where work is short. */
export interface Progress {
  update(what: string, done: number, all: number): void;
  /** For work whose end cannot be told. */
  say(what: string): void;
  /** Takes the line away. */
  end(): void;
}

const SILENT_MILLISECONDS = 500;
const REDRAW_MILLISECONDS = 80;

export function createProgress(
  screen: Screen,
  { environment, now = () => performance.now() }: Pick<Io, "environment"> & { readonly now?: () => number },
): Progress {
  const isQuiet = environment["TERM"] === "dumb" || environment["CI"] !== undefined;
  const started = now();
  /** Since when each part is under way: the time that is left is its own. Of two vaults, one is indexed while the other is read. */
  const parts = new Map<string, number>();
  let drawn = 0;
  const isShown = () => now() - started >= SILENT_MILLISECONDS && !isQuiet && screen.isTerminal;
  return {
    update(what, done, all) {
      const at = now();
      const part = `${what} ${all}`;
      const since = parts.get(part) ?? (parts.size === 0 ? started : at);
      parts.set(part, since);
      if (!isShown()) return;
      if (drawn !== 0 && at - drawn < REDRAW_MILLISECONDS && done < all) return;
      drawn = at;
      screen.write(`\r\u001b[K${barOf({ what, done, all, milliseconds: at - since }, screen.width - 1)}`);
    },
    say(what) {
      if (!isShown()) return;
      drawn = now();
      screen.write(`\r\u001b[K${what.slice(0, screen.width - 1)}`);
    },
    end() {
      if (drawn !== 0) screen.write("\r\u001b[K");
      drawn = 0;
    },
  };
}

interface Moment {
  readonly what: string;
  readonly done: number;
  readonly all: number;
  readonly milliseconds: number;
}

/** Words, a bar in what room is left, the count and the time that remains at this pace. */
export function barOf({ what, done, all, milliseconds }: Moment, width: number): string {
  const share = all === 0 ? 1 : Math.min(1, done / all);
  const left = share === 0 || share === 1 ? "" : ` ${secondsOf((milliseconds / share) * (1 - share))} left`;
  const figures = `${thousands(done)}/${thousands(all)}${left}`;
  const room = Math.min(30, width - what.length - figures.length - 4);
  if (room < 6) return `${what} ${figures}`.slice(0, width);
  const filled = Math.round(share * room);
  return `${what} [${"#".repeat(filled)}${".".repeat(room - filled)}] ${figures}`;
}

function secondsOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
