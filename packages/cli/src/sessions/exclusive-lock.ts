/** Files in which a lock is kept, as the file system has them. */
export interface LockFiles {
  /** Makes a file that says who holds it, whole or not at all; `false` where there is one already. */
  create(path: string): Promise<boolean>;
  /** What tells this file from every other that ever had the path; `undefined` where there is none. */
  identify(path: string): Promise<string | undefined>;
  /** Whether the process that made it can no longer be working. */
  isLeft(path: string, identity: string): Promise<boolean>;
  remove(path: string): Promise<void>;
}

export type Release = () => Promise<void>;

/**
 * Takes a lock, or nothing where another process holds it. A lock whose process is gone is not removed to be made anew: two who saw it would each remove
 * what the other has made. Instead it is inherited, by taking a lock whose name has the identity of the one that was left: one of them gets it,
 * and then looks whether the left one is still there. Whoever holds it removes the left lock before its own, so that who comes too late finds it gone.
 */
export async function tryLock(path: string, files: LockFiles): Promise<Release | undefined> {
  if (await files.create(path)) return () => files.remove(path);
  const left = await files.identify(path);
  if (left === undefined || !(await files.isLeft(path, left))) return undefined;
  const release = await tryLock(`${path}.${left}.tmp`, files);
  if (release === undefined) return undefined;
  if ((await files.identify(path)) !== left) {
    await release();
    return undefined;
  }
  return async () => {
    await files.remove(path);
    await release();
  };
}
