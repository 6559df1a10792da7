import type { Stats } from "node:fs";

/** Who else could have written a file or folder: the user it belongs to, or whoever its mode lets write. */
export type ForeignWriter = "owner" | "mode";

/** What decides it, of a file and of whoever runs this. */
export type Ownership = Pick<Stats, "uid" | "gid" | "mode">;
export type User = Pick<Stats, "uid" | "gid">;

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;

/**
 * Nothing where only this user and root can write it. Root trusts root alone.
 * A file that its group can write counts as private where the group is this user's own by the usual convention, one number for both:
 * systems with such groups set a umask of 002, so that every file of theirs is like that. Windows has no owner to look at.
 */
export function foreignWriter({ uid, gid, mode }: Ownership, user = currentUser()): ForeignWriter | undefined {
  if (user === undefined) return undefined;
  if (uid !== user.uid && uid !== 0) return "owner";
  const isOwnGroup = gid === user.gid && gid === user.uid;
  if ((mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && !isOwnGroup)) return "mode";
  return undefined;
}

function currentUser(): User | undefined {
  const uid = process.geteuid?.();
  const gid = process.getegid?.();
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
