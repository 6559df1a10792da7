import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { MAX_FILE_DEPTH } from "./skill-files.js";
import type { SkillResource, SkillResourceKind, SkillResources } from "./skill-metadata.js";

/** Files that are listed of one skill. */
const MAX_RESOURCES = 1000;

const NEVER = new Set([".git", "node_modules", "__pycache__", ".DS_Store"]);

interface Listing {
  readonly root: string;
  readonly found: SkillResource[];
}

/** A skill's files below its folder, as they are now (R5.10). A link counts where it leads to a file of the same folder. */
export function listResources(baseDir: string): SkillResources {
  const found: SkillResource[] = [];
  try {
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

/** In the order of their paths, groups aside. */
export function allResources(resources: SkillResources): readonly SkillResource[] {
  const { scripts, references, assets, other } = resources;
  return [...scripts, ...references, ...assets, ...other].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function list(listing: Listing, folder: string, depth: number): void {
  const entries = readdirSync(join(listing.root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (listing.found.length >= MAX_RESOURCES) return;
    if (NEVER.has(entry.name)) continue;
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
function sizeOf(root: string, path: string, entry: Dirent): number | undefined {
  const full = join(root, path);
  try {
    if (entry.isSymbolicLink()) {
      if (!realpathSync.native(full).startsWith(root + sep)) return undefined;
    } else if (!entry.isFile()) return undefined;
    const stats = statSync(full);
    return stats.isFile() ? stats.size : undefined;
  } catch {
    return undefined;
  }
}

function isSkillFile(path: string): boolean {
  return path.length === 8 && path.toLowerCase() === "skill.md";
}

function kindOf(path: string): SkillResourceKind {
  const [top] = path.split("/", 1);
  return top === "scripts" || top === "references" || top === "assets" ? top : "other";
}
