import { closeSync, linkSync, lstatSync, openSync, readFileSync, type Stats, unlinkSync, writeSync } from "node:fs";
import { sweepOrphans, systemCodeOf } from "@pd/core/files";
import { type LockFiles, type Release, tryLock } from "./exclusive-lock.js";
import { isGone, type LockOwner, ownerOf } from "./lock-owner.js";

export interface LockOptions {
  /** Milliseconds since some moment, that nobody sets back. */
  readonly clock?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** Nothing is held this long: a lock that names no process of this machine was left. */
const LEFT_MILLISECONDS = 10_000;
/** Longer than that, so that whoever waits outlives a lock that was left. */
const WAIT_MILLISECONDS = 30_000;
const LOCK_BYTES = 1024;

/**
 * The lock of a file: another one beside it that names its process. Throws what `held` gives back where another process has it for too long.
 * A lock of a process that is gone is taken over at once, whatever its time says.
 */
export async function lockFile(file: string, held: () => Error, options: LockOptions = {}): Promise<Release> {
  const { clock = () => performance.now(), sleep = pause } = options;
  const files = lockFiles(clock);
  const began = clock();
  for (;;) {
    const release = await tryLock(`${file}.lock`, files);
    if (release !== undefined) return release;
    if (clock() - began > WAIT_MILLISECONDS) throw held();
    // A process that is killed while it takes a lock over leaves more than one file.
    sweepOrphans(file);
    await sleep(5 + Math.random() * 20);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function lockFiles(clock: () => number): LockFiles {
  const firstSeen = new Map<string, number>();
  return {
    create: async (path) => create(path),
    async identify(path) {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : (namedIn(path, stats)?.id ?? unnamed(stats));
    },
    async isLeft(path, identity) {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return false;
      const owner = namedIn(path, stats);
      const known = owner === undefined ? undefined : isGone(owner);
      if (known !== undefined) return known;
      const seen = firstSeen.get(identity) ?? clock();
      firstSeen.set(identity, seen);
      // By its own time it is old; or it has been looked at for so long, whatever its time says.
      return Date.now() - stats.mtimeMs > LEFT_MILLISECONDS || clock() - seen > LEFT_MILLISECONDS;
    },
    remove: async (path) => remove(path),
  };
}

/** A link to a file that is written already: nobody sees half of a name. Where there are no links, the file itself is made. */
function create(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  const id = newId();
  const made = `${path}.${process.pid}-${id}.tmp`;
  try {
    write(made, id);
    linkSync(made, path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    if (!NO_LINKS.has(systemCodeOf(error))) throw error;
    return createUnlinked(path, id);
  } finally {
    remove(made);
  }
}

const NO_LINKS: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

function createUnlinked(path: string, id: string): boolean {
  try {
    write(path, id);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function write(path: string, id: string): void {
  const { pid, started, machine } = ownerOf(process.pid);
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeSync(descriptor, `pd-lock ${id} ${pid} ${started} ${machine}\n`);
  } finally {
    closeSync(descriptor);
  }
}

function newId(): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random.toString(16).padStart(16, "0");
}

const NAMED = /^pd-lock ([0-9a-f]{16}) ([1-9][0-9]{0,9}) (\S{1,40}) (\S{1,300})\n$/u;

interface Named extends LockOwner {
  readonly id: string;
}

/** Whatever else is there, such as a folder or a pipe, is not read. */
function namedIn(path: string, stats: Stats): Named | undefined {
  if (!stats.isFile() || stats.size > LOCK_BYTES) return undefined;
  const [, id, pid, started, machine] = NAMED.exec(textOf(path)) ?? [];
  if (id === undefined || started === undefined || machine === undefined) return undefined;
  return { id, pid: Number(pid), started, machine };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It is another user's, or gone by now.
    return "";
  }
}

function unnamed({ ino, mtimeMs }: Stats): string {
  return `${ino}-${Math.trunc(mtimeMs)}`;
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or another process took it away first.
  }
}
