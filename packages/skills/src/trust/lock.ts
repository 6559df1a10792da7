import { setImmediate as nextTurn } from "node:timers/promises";
import { isPdError, type PdError } from "@pd/core";
import type { SkillMetadata } from "../record/skill-metadata.js";
import { type LockedSkill, readLockFile, writeLockFile } from "./lock-file.js";
import { type FingerprintLimits, fingerprintSkill, type SkillFingerprint } from "./trust.js";

export type LockableSkill = Pick<SkillMetadata, "qualifiedName" | "baseDir">;

export type Change = "changed" | "added" | "removed";

export interface ChangedFile {
  readonly path: string;
  readonly change: Change;
}

/**
 * What became of a skill since it was locked. `added`: the lock does not know it. `removed`: it is in the lock and was not given.
 * `unreadable`: it cannot be digested any more, so that nothing can be said of it; `error` tells why.
 */
export interface VerifiedSkill {
  readonly name: string;
  readonly status: "unchanged" | Change | "unreadable";
  /** As it is now. */
  readonly digest: string | undefined;
  readonly lockedDigest: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly error: PdError | undefined;
}

export interface Verification {
  /** Every skill is as it was locked, and none is new or gone. */
  readonly unchanged: boolean;
  /** Sorted by name. */
  readonly skills: readonly VerifiedSkill[];
}

/** Writes down what every skill consists of. One that cannot be digested is an error, and then nothing is written. */
export async function lockSkills(
  skills: readonly LockableSkill[],
  path: string,
  limits?: FingerprintLimits,
): Promise<readonly LockedSkill[]> {
  const locked: LockedSkill[] = [];
  for (const { qualifiedName: name, baseDir } of skills) {
    const { digest, files, links } = fingerprintSkill(baseDir, limits);
    locked.push({ name, digest, files, links });
    await nextTurn();
  }
  writeLockFile(path, locked);
  return locked;
}

/** Compares skills with a lock file. Nothing is written. */
export async function verifySkills(
  skills: readonly LockableSkill[],
  path: string,
  limits?: FingerprintLimits,
): Promise<Verification> {
  const locked = new Map(readLockFile(path).map((skill) => [skill.name, skill]));
  const verified: VerifiedSkill[] = [];
  for (const { qualifiedName: name, baseDir } of skills) {
    verified.push(verifySkill(name, baseDir, { locked: locked.get(name), limits }));
    locked.delete(name);
    await nextTurn();
  }
  for (const { name, digest: lockedDigest } of locked.values())
    verified.push({ name, status: "removed", digest: undefined, lockedDigest, files: [], error: undefined });
  verified.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { unchanged: verified.every(({ status }) => status === "unchanged"), skills: verified };
}

interface Comparison {
  readonly locked: LockedSkill | undefined;
  readonly limits: FingerprintLimits | undefined;
}

function verifySkill(name: string, baseDir: string, { locked, limits }: Comparison): VerifiedSkill {
  const lockedDigest = locked?.digest;
  let now: SkillFingerprint;
  try {
    now = fingerprintSkill(baseDir, limits);
  } catch (error) {
    if (!isPdError(error)) throw error;
    return { name, status: "unreadable", digest: undefined, lockedDigest, files: [], error };
  }
  const { digest } = now;
  const found = { name, digest, lockedDigest, error: undefined };
  if (locked === undefined) return { ...found, status: "added", files: [] };
  if (digest === lockedDigest) return { ...found, status: "unchanged", files: [] };
  return { ...found, status: "changed", files: changedFiles(locked, now) };
}

type Parts = Pick<LockedSkill, "files" | "links">;

function changedFiles(before: Parts, now: Parts): readonly ChangedFile[] {
  const [old, present] = [partsOf(before), partsOf(now)];
  const changed: ChangedFile[] = [];
  for (const [path, part] of present) {
    const was = old.get(path);
    if (was === undefined) changed.push({ path, change: "added" });
    else if (was !== part) changed.push({ path, change: "changed" });
  }
  for (const path of old.keys()) if (!present.has(path)) changed.push({ path, change: "removed" });
  return changed.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function partsOf({ files, links }: Parts): ReadonlyMap<string, string> {
  return new Map([
    ...files.map(({ path, digest }): [string, string] => [path, digest]),
    ...links.map(({ path, target }): [string, string] => [path, `link ${target}`]),
  ]);
}
