import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import { escapeControls } from "@pd/core";
import { hasDotName } from "@pd/core/files";
import type { SkillResource, SkillResourceKind, SkillResources } from "../record/skill-metadata.js";

/** Folders below a skill's own in which its files may be (FR-013). */
export const MAX_FILE_DEPTH = 5;

/** Files that are listed of one skill. */
const MAX_RESOURCES = 1000;

const NEVER = new Set(["node_modules", "__pycache__"]);

/** Names that begin with a dot are for tools and secrets, and a name with a line end could forge a line: neither listed nor read (R5.9). */
const isNever = (name: string) => name.startsWith(".") || NEVER.has(name) || escapeControls(name) !== name;

interface Listing {
  readonly root: string;
  readonly found: SkillResource[];
}

/** A skill's files below its folder, as they are now (R5.10). A link counts where it leads to a file of the same folder. */
export function listResources(baseDir: string): SkillResources {
  const found: SkillResource[] = [];
  try {
    // Most skills are a SKILL.md and nothing else: to see that is all it takes.
    if (readdirSync(baseDir).every((name) => isSkillFile(name) || isNever(name))) return NO_RESOURCES;
    list({ root: realpathSync.native(baseDir), found }, "", 0);
  } catch {
    // A folder that is gone has no files.
  }
  const of = (kind: SkillResourceKind) => found.filter((one) => one.kind === kind);
  return {
    scripts: of("scripts"),
    references: of("references"),
    assets: of("assets"),
    other: of("other"),
    truncated: found.length >= MAX_RESOURCES,
  };
}

const NO_RESOURCES: SkillResources = { scripts: [], references: [], assets: [], other: [], truncated: false };

/** In the order of their paths, groups aside. */
export function allResources(resources: SkillResources): readonly SkillResource[] {
  const { scripts, references, assets, other } = resources;
  return [...scripts, ...references, ...assets, ...other].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One file by its path, if it would be listed. Only this file is looked at. */
export function resourceAt(baseDir: string, path: string): SkillResource | undefined {
  const parts = path.split("/");
  if (parts.length > MAX_FILE_DEPTH + 1 || parts.some((part) => part === "" || isNever(part)) || isSkillFile(path))
    return undefined;
  try {
    const root = realpathSync.native(baseDir);
    const full = join(root, path);
    const size = staysInside(root, full) ? sizeOf(root, path, lstatSync(full)) : undefined;
    return size === undefined ? undefined : { path, kind: kindOf(path), size };
  } catch {
    return undefined;
  }
}

function list(listing: Listing, folder: string, depth: number): void {
  const entries = readdirSync(join(listing.root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (listing.found.length >= MAX_RESOURCES) return;
    if (isNever(entry.name)) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < MAX_FILE_DEPTH) listBelow(listing, path, depth + 1);
    } else if (!isSkillFile(path)) {
      const size = sizeOf(listing.root, path, entry);
      if (size !== undefined) listing.found.push({ path, kind: kindOf(path), size });
    }
  }
}

function listBelow(listing: Listing, path: string, depth: number): void {
  try {
    list(listing, path, depth);
  } catch {
    // A folder that may not be read has no files to hand out.
  }
}

/** The size of a regular file, also behind a link that stays inside; nothing for all else. */
function sizeOf(root: string, path: string, entry: Pick<Stats, "isFile" | "isSymbolicLink">): number | undefined {
  const full = join(root, path);
  try {
    if (entry.isSymbolicLink() ? !staysInside(root, full) : !entry.isFile()) return undefined;
    const stats = statSync(full);
    return stats.isFile() ? stats.size : undefined;
  } catch {
    return undefined;
  }
}

function staysInside(root: string, full: string): boolean {
  const real = realpathSync.native(full);
  return real.startsWith(root + sep) && !hasDotName(real.slice(root.length).replaceAll(sep, "/"));
}

function isSkillFile(path: string): boolean {
  return path.length === 8 && path.toLowerCase() === "skill.md";
}

function kindOf(path: string): SkillResourceKind {
  const [top] = path.split("/", 1);
  return top === "scripts" || top === "references" || top === "assets" ? top : "other";
}
