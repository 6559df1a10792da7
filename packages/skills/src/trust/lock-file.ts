import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { checkVersion, escapeControls, PdError } from "@pd/core";
import { readContainedSync, sweepOrphans, writeAtomicSync } from "@pd/core/files";
import { digestOf, type SkillFileDigest } from "./trust.js";
import type { SkillLink } from "./trust-files.js";

export const LOCK_FILE = "skills.lock.json";

/** A skill as it was when it was locked. */
export interface LockedSkill {
  readonly name: string;
  readonly digest: string;
  readonly files: readonly SkillFileDigest[];
  readonly links: readonly SkillLink[];
}

const VERSION = 1;
const MAX_BYTES = 64 * 1024 * 1024;

/** Written whole or not at all, sorted and in lines, so that a change of one file is one line of a diff. */
export function writeLockFile(path: string, skills: readonly LockedSkill[]): void {
  const sorted = [...skills].sort((one, other) => (one.name < other.name ? -1 : 1));
  const text = `${JSON.stringify({ version: VERSION, skills: sorted.map(written) }, undefined, 2)}\n`;
  try {
    // A lock file lies in a repository: what a killed process left would be committed.
    sweepOrphans(path);
    writeAtomicSync(path, [new TextEncoder().encode(text)]);
  } catch (cause) {
    const fix = "See that the folder exists and may be written to.";
    throw new PdError("file-unwritable", "The lock file cannot be written", { where: path, fix, cause });
  }
}

function written({ name, digest, files, links }: LockedSkill) {
  return { name, digest, files, ...(links.length === 0 ? {} : { links }) };
}

/** What a lock file says, or a typed error: it comes with a repository, so nothing in it is believed that does not add up. */
export function readLockFile(path: string): readonly LockedSkill[] {
  const skills = parsed(textOf(path), path);
  if (skills === undefined || new Set(skills.map(({ name }) => name)).size < skills.length) throw invalid(path);
  for (const { name, digest, files, links } of skills)
    if (digestOf(files, links) !== digest) throw invalid(path, ` at the skill "${escapeControls(name)}"`);
  return skills;
}

function textOf(path: string): string {
  try {
    const folder = realpathSync.native(dirname(path));
    const { bytes } = readContainedSync(folder, basename(path), { maxBytes: MAX_BYTES, listed: true });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const fix = "Lock the skills first.";
    throw new PdError("content-unreadable", "There is no lock file that can be read", { where: path, fix, cause });
  }
}

function invalid(path: string, at = ""): PdError {
  const fix = "Restore it from version control, or lock the skills anew after looking at them.";
  return new PdError("content-invalid", `The lock file cannot be understood${at}`, { where: path, fix });
}

function parsed(text: string, path: string): readonly LockedSkill[] | undefined {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(saved)) return undefined;
  checkVersion(saved["version"], { what: "The lock file", known: VERSION, where: path });
  if (saved["version"] !== VERSION) return undefined;
  return listOf(saved["skills"], lockedSkill);
}

function lockedSkill(value: unknown): LockedSkill | undefined {
  if (!isRecord(value)) return undefined;
  const { name, digest } = value;
  const files = listOf(value["files"], lockedFile);
  const links = listOf(value["links"] ?? [], lockedLink);
  if (typeof name !== "string" || typeof digest !== "string" || files === undefined || links === undefined)
    return undefined;
  return { name, digest, files, links };
}

function lockedFile(value: unknown): SkillFileDigest | undefined {
  if (!isRecord(value)) return undefined;
  const { path, digest, size } = value;
  if (typeof path !== "string" || typeof digest !== "string" || typeof size !== "number") return undefined;
  return { path, digest, size };
}

function lockedLink(value: unknown): SkillLink | undefined {
  if (!isRecord(value)) return undefined;
  const { path, target } = value;
  return typeof path === "string" && typeof target === "string" ? { path, target } : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** All or none. */
function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined): readonly Item[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: Item[] = [];
  for (const each of value as readonly unknown[]) {
    const item = read(each);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}
